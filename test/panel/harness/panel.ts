/** Opens the built panel in Chromium with a fake host; a test drives both ends. */
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from "playwright-core";
import type {
  ChatState,
  HostMessage,
  PanelMessage,
  PanelRecord,
  SnapshotMessage,
} from "../../../extension/panel/messages.ts";
import { launchBrowser } from "../../support/browser.ts";
import { type PageOptions, type Theme, themeClasses, themeVariables } from "./page.ts";
import { snapshot as sampleSnapshot } from "./samples.ts";
import { type PanelServer, startPanelServer } from "./server.ts";

type Reply = { ok: true; data?: unknown } | { ok: false; error: string };
type Responder = (message: PanelMessage & { requestId: string }) => Reply | Promise<Reply> | undefined;
type Message<T extends PanelMessage["type"]> = Extract<PanelMessage, { type: T }>;

/** The window of the page, as fake-host.js leaves it. */
interface HostWindow {
  /** Read by fake-host.js; set anew in each document of the page. */
  firstSnapshot: SnapshotMessage;
  host: {
    sent: PanelMessage[];
    snapshot: SnapshotMessage | null;
    load(snapshot: SnapshotMessage): void;
    push(records: PanelRecord[]): number;
    deliver(message: HostMessage): void;
    painted(seq: number): Promise<void>;
  };
}

export interface OpenOptions extends Partial<PageOptions> {
  /** px of the panel; 380 is the usual side bar. */
  width?: number;
  height?: number;
  snapshot?: Partial<SnapshotMessage>;
  /** On top of a plain ready chat. */
  state?: Partial<ChatState>;
  /** Answers of the host, by message; what it leaves out is answered with success. */
  respond?: Responder;
  context?: BrowserContextOptions;
}

/** A browser and the server of the built panel, shared by the tests of a file. */
export class Harness {
  readonly browser: Browser;
  readonly server: PanelServer;
  readonly #open = new Set<Panel>();

  private constructor(browser: Browser, server: PanelServer) {
    this.browser = browser;
    this.server = server;
  }

  static async start(): Promise<Harness> {
    const server = await startPanelServer();
    return new Harness(await launchBrowser(), server);
  }

  /** Throws when a panel that is still open had something to say in its console. */
  async stop(): Promise<void> {
    const problems = [...this.#open].flatMap((panel) => panel.problems);
    await this.browser.close();
    await this.server.close();
    assertQuiet(problems);
  }

  /** Opens a panel in a context of its own and waits until its first snapshot is painted. */
  async open(options: OpenOptions = {}): Promise<Panel> {
    const { theme = "dark", place = "sideBar", direction = "ltr", reduceMotion = false, l10n = {} } = options;
    const viewport = { width: options.width ?? 380, height: options.height ?? 700 };
    const context = await this.browser.newContext({ viewport, reducedMotion: "no-preference", ...options.context });
    const page = await context.newPage();
    const panel = new Panel(page, options.respond, () => this.#open.delete(panel));
    this.#open.add(panel);
    const first = sampleSnapshot({ ...options.snapshot, state: { ...options.state, place } });
    await page.exposeFunction("answerRequest", (message: PanelMessage & { requestId: string }) =>
      panel.answer(message),
    );
    await page.addInitScript((value) => {
      (window as unknown as HostWindow).firstSnapshot = value;
      // The browser tells some errors to the page only: loops of a ResizeObserver, files that did not load.
      const told = (event: ErrorEvent) => event.error || console.error(event.message || `Not loaded: ${event.target}`);
      window.addEventListener("error", told, true);
    }, first);
    await page.goto(this.server.address({ theme, place, direction, reduceMotion, l10n }));
    await panel.painted(first.seq);
    // The transcript is loaded when there is one to show.
    if (first.entries.length > 0) await page.getByRole("article").first().waitFor();
    return panel;
  }
}

/** A panel has nothing to say in its console. */
function assertQuiet(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`The panel's console said:\n${problems.join("\n")}`);
}

/** One open panel. */
export class Panel {
  readonly page: Page;
  /** Errors and warnings of the console, and exceptions nobody caught. */
  readonly problems: string[] = [];
  /** Every request that did not go to the server of the panel. */
  readonly foreignRequests: string[] = [];
  #respond: Responder | undefined;
  readonly #closed: () => void;

  constructor(page: Page, respond: Responder | undefined, closed: () => void) {
    this.page = page;
    this.#respond = respond;
    this.#closed = closed;
    page.on("console", (message: ConsoleMessage) => {
      if (message.type() === "error" || message.type() === "warning") this.problems.push(message.text());
    });
    page.on("pageerror", (error) => this.problems.push(String(error)));
    page.on("request", (request) => {
      const url = request.url();
      if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(url)) this.foreignRequests.push(url);
    });
  }

  async answer(message: PanelMessage & { requestId: string }): Promise<Reply> {
    return (await this.#respond?.(message)) ?? { ok: true };
  }

  /** Changes what the host answers from now on. */
  respond(responder: Responder): void {
    this.#respond = responder;
  }

  /** Sends records as one batch; resolves when they are painted. */
  async push(...records: PanelRecord[]): Promise<void> {
    const seq = await this.page.evaluate((value) => (window as unknown as HostWindow).host.push(value), records);
    await this.painted(seq);
  }

  /** Changes the chat's state. */
  state(patch: Partial<ChatState>): Promise<void> {
    return this.push({ kind: "state", patch });
  }

  /** Sends any message of the host, also one that does not fit. */
  async deliver(message: HostMessage): Promise<void> {
    await this.page.evaluate((value) => (window as unknown as HostWindow).host.deliver(value), message);
  }

  /** Changes the theme, as VS Code does in an open webview. */
  async setTheme(theme: Theme): Promise<void> {
    await this.page.evaluate(
      ([variables, classes]) => {
        const { style } = document.documentElement;
        for (const name of [...style]) if (name.startsWith("--vscode-")) style.removeProperty(name);
        for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
        const still = document.body.classList.contains("vscode-reduce-motion");
        document.body.className = classes;
        document.body.classList.toggle("vscode-reduce-motion", still);
      },
      [themeVariables(theme), themeClasses[theme]] as const,
    );
  }

  async painted(seq: number): Promise<void> {
    await this.page.evaluate((value) => (window as unknown as HostWindow).host.painted(value), seq);
  }

  /** Messages of one type that the panel has posted so far. */
  async received<T extends PanelMessage["type"]>(type: T): Promise<Message<T>[]> {
    const all = await this.page.evaluate(() => (window as unknown as HostWindow).host.sent);
    return all.filter((message): message is Message<T> => message.type === type);
  }

  /** Waits for the next message of one type beyond the first `after`; resolves with it. */
  async waitFor<T extends PanelMessage["type"]>(type: T, after = 0): Promise<Message<T>> {
    await this.page.waitForFunction(
      ([wanted, count]) =>
        (window as unknown as HostWindow).host.sent.filter((message) => message.type === wanted).length > count,
      [type, after] as const,
    );
    return (await this.received(type))[after] as Message<T>;
  }

  /** Throws when there was an error or a warning that the test did not take out of `problems`. */
  async close(): Promise<void> {
    await this.page.context().close();
    this.#closed();
    assertQuiet(this.problems);
  }
}

export type { Theme };
