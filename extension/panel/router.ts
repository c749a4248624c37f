import { Compile, type Validator } from "typebox/compile";
import type { CommandArgs, CommandName } from "../../server/protocol/command.ts";
import { commandSchemas } from "../../server/protocol/command.ts";
import { PanelChannel } from "../broker/channel.ts";
import type { Chat, ReplacingCommand } from "../broker/chat.ts";
import { errorText } from "../broker/link.ts";
import { olderPage, wholeTexts } from "../broker/snapshot.ts";
import { treePage } from "../broker/tree-pages.ts";
import {
  type HostAction,
  type HostMessage,
  type MentionItem,
  type PanelMessage,
  PanelMessageSchema,
  type RelayedCommand,
} from "./messages.ts";

type MessageOf<T extends PanelMessage["type"]> = Extract<PanelMessage, { type: T }>;

/** What a panel asks of VS Code rather than of the server. */
export interface PanelHost {
  action(action: HostAction, target?: string): void;
  openFile(message: MessageOf<"openFile">): void;
  openLink(href: string): void;
  openDiff(path: string): void;
  copy(text: string): void;
  code(message: MessageOf<"code">): void;
  openText(title: string, text: string): void;
  mentions(text: string): Promise<MentionItem[]>;
  /** The panel has got the keyboard, or lost it. */
  focus(focused: boolean): void;
  log(text: string): void;
}

let compiled: Validator<Record<never, never>, typeof PanelMessageSchema> | undefined;

/** A panel's message when it is one, else undefined. */
export function panelMessage(value: unknown): PanelMessage | undefined {
  compiled ??= Compile(PanelMessageSchema);
  return compiled.Check(value) ? (value as PanelMessage) : undefined;
}

const replacing: ReadonlySet<string> = new Set<ReplacingCommand>(["new_session", "switch_session", "fork", "clone"]);

/** Carries out what one panel asks: of the chat it shows, of the chat's server, or of VS Code. */
export class PanelRouter {
  readonly channel: PanelChannel;
  readonly #post: (message: HostMessage) => void;
  readonly #host: PanelHost;
  #chat: Chat;

  constructor(chat: Chat, post: (message: HostMessage) => void, host: PanelHost) {
    this.#chat = chat;
    this.#post = post;
    this.#host = host;
    this.channel = new PanelChannel({ post, snapshot: () => this.#chat.snapshot() });
    chat.connect(this.channel);
  }

  get chat(): Chat {
    return this.#chat;
  }

  /** Shows another chat from now on. */
  show(chat: Chat): void {
    if (chat === this.#chat) return;
    this.#chat.disconnect(this.channel);
    this.#chat = chat;
    chat.connect(this.channel);
    if (this.channel.listening) this.#begin();
  }

  /** The webview is gone. */
  dispose(): void {
    this.channel.suspend();
    this.#chat.disconnect(this.channel);
  }

  #begin(): void {
    this.channel.resync();
    this.#chat.panelBegan();
    this.#chat.link.start().catch(() => undefined); // the state says why it could not be started
  }

  /** Takes whatever the webview posted; what is no message of the panel wire is dropped and logged. */
  receive(value: unknown): void {
    const message = panelMessage(value);
    if (message) this.#take(message);
    else this.#host.log(`Dropped a message of the panel: ${describe(value)}`);
  }

  #take(message: PanelMessage): void {
    const chat = this.#chat;
    switch (message.type) {
      case "hello":
        this.#begin();
        break;
      case "ack":
        this.channel.ack(message.seq);
        break;
      case "send":
        void this.#send(message);
        break;
      case "stop":
        chat.prompting.stop().catch((error) => chat.notice("error", errorText(error)));
        break;
      case "setQueue":
        this.#reply(message.requestId, () => chat.prompting.setQueue(message));
        break;
      case "command":
        this.#reply(message.requestId, () => this.#command(message.command, message.args));
        break;
      case "answer":
        chat.requests.answer(message.id, message.answer);
        break;
      case "draft":
        chat.draft = { text: message.text, caret: message.caret, images: message.images };
        break;
      case "query":
        this.#reply(message.requestId, () => this.#query(message));
        break;
      default:
        this.#takeForHost(message);
    }
  }

  #takeForHost(message: PanelMessage): void {
    switch (message.type) {
      case "action":
        this.#host.action(message.action, message.target);
        break;
      case "openFile":
        this.#host.openFile(message);
        break;
      case "openLink":
        this.#host.openLink(message.href);
        break;
      case "openDiff":
        this.#host.openDiff(message.path);
        break;
      case "copy":
        this.#host.copy(message.text);
        break;
      case "code":
        this.#host.code(message);
        break;
      case "openText":
        this.#host.openText(message.title, message.text);
        break;
      case "focus":
        this.#host.focus(message.focused);
        break;
      case "viewError":
        this.#host.log(`The view hit an error: ${message.message}`);
        break;
    }
  }

  async #send(message: MessageOf<"send">): Promise<void> {
    this.#chat.draft = null;
    const taken = await this.#chat.prompting.send(message);
    // With no panel to take the text back, it waits as the draft.
    if (!taken && !this.channel.open) {
      this.#chat.draft ??= { text: message.text, caret: message.text.length, images: message.images };
    }
  }

  async #command(command: RelayedCommand, args: Record<string, unknown>): Promise<unknown> {
    const problem = argumentProblem(command, args);
    if (problem) throw new Error(problem);
    if (replacing.has(command)) return this.#chat.replaceSession(command as ReplacingCommand, args as never);
    return this.#chat.relay(command, args as CommandArgs<CommandName>);
  }

  async #query(message: MessageOf<"query">): Promise<unknown> {
    const { entries } = this.#chat.sync;
    switch (message.what) {
      case "older":
        return olderPage(entries, message.before, message.limit);
      case "entry": {
        const entry = entries.get(message.entryId);
        if (!entry) throw new Error(`No entry "${message.entryId}" in this session`);
        return { entry };
      }
      case "texts":
        return wholeTexts(entries, message.entryIds);
      case "tree":
        return treePage(entries, message.from);
      case "mentions":
        return { items: await this.#host.mentions(message.text) };
    }
  }

  #reply(requestId: string, task: () => Promise<unknown>): void {
    task().then(
      (data) => this.#post({ type: "reply", requestId, ok: true, data }),
      (error) => this.#post({ type: "reply", requestId, ok: false, error: errorText(error) }),
    );
  }
}

/** What is wrong with a relayed command's arguments, or undefined. */
function argumentProblem(command: RelayedCommand, args: Record<string, unknown>): string | undefined {
  const validator = Compile(commandSchemas[command]);
  if (validator.Check(args)) return undefined;
  const [first] = validator.Errors(args);
  return `${command}: ${first ? `${first.instancePath.slice(1).replaceAll("/", ".") || "arguments"} ${first.message}` : "arguments do not fit"}`;
}

function describe(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 300);
}
