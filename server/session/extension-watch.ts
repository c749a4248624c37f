/**
 * Knows which handler of which agent extension is running, so that one that never returns can be named,
 * and let go of when a person aborts.
 */
import type { Extension } from "@earendil-works/pi-coding-agent";

export interface RunningHandler {
  readonly extensionPath: string;
  readonly event: string;
  /** Lets the caller go on without the handler. */
  abandon(): void;
}

export interface AbandonedHandler {
  readonly extensionPath: string;
  readonly event: string;
}

export interface ExtensionWatch {
  /** The handlers that are running now. */
  running(): ReadonlySet<RunningHandler>;
  /** Lets go of those of `handlers` (default: all) that are still running; what was abandoned is returned. */
  abandon(handlers?: ReadonlySet<RunningHandler>): AbandonedHandler[];
}

type Handler = (...args: unknown[]) => unknown;

/** Handlers whose answer decides something: left without one, the safe side is taken. */
const SAFE_ANSWER: Readonly<Record<string, unknown>> = {
  tool_call: { block: true, reason: "Aborted while an agent extension was deciding" },
  session_before_switch: { cancel: true },
  session_before_fork: { cancel: true },
  session_before_compact: { cancel: true },
  session_before_tree: { cancel: true },
  input: { action: "handled" },
};

/** Wraps the handlers and commands of freshly loaded extensions. */
export function watchExtensions(extensions: readonly Extension[]): ExtensionWatch {
  const running = new Set<RunningHandler>();
  const wrap = (handler: Handler, extensionPath: string, event: string): Handler =>
    function watched(this: unknown, ...args) {
      const result = handler.apply(this, args);
      return isPromise(result) ? raced(result, running, extensionPath, event) : result;
    };
  for (const extension of extensions) {
    for (const [event, handlers] of extension.handlers) {
      const list = handlers as Handler[];
      for (const [index, handler] of list.entries()) list[index] = wrap(handler, extension.path, event);
    }
    for (const { definition } of extension.tools.values()) {
      definition.execute = wrap(
        definition.execute as Handler,
        extension.path,
        `tool:${definition.name}`,
      ) as typeof definition.execute;
    }
    for (const command of extension.commands.values()) {
      command.handler = wrap(
        command.handler as Handler,
        extension.path,
        `command:${command.name}`,
      ) as typeof command.handler;
    }
  }
  return {
    running: () => new Set(running),
    abandon(handlers = running) {
      const abandoned = [...handlers].filter((one) => running.has(one));
      for (const one of abandoned) one.abandon();
      return abandoned.map(({ extensionPath, event }) => ({ extensionPath, event }));
    },
  };
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}

function raced(
  result: Promise<unknown>,
  running: Set<RunningHandler>,
  extensionPath: string,
  event: string,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const giveUp = event.startsWith("tool:")
    ? () => reject(new Error("Aborted; the tool did not stop"))
    : () => resolve(SAFE_ANSWER[event]);
  const entry: RunningHandler = { extensionPath, event, abandon: () => settle(giveUp) };
  const settle = (end: () => void) => {
    running.delete(entry);
    end();
  };
  running.add(entry);
  result.then(
    (value) => settle(() => resolve(value)),
    (error) => settle(() => reject(error)),
  );
  return promise;
}
