import type { LoadExtensionsResult } from "@earendil-works/pi-coding-agent";

const event = "session_before_compact";

/**
 * Knows which compactions an agent extension has already supplied a text for. The SDK asks its handlers one after the
 * other and takes the last answer; without this the compactor, which comes last, would always win over the others.
 */
export class SuppliedCompactions {
  readonly #events = new WeakSet<object>();

  /** Listens in on the handlers of all loaded extensions; meant as the resource loader's `extensionsOverride`. */
  watch(loaded: LoadExtensionsResult): LoadExtensionsResult {
    for (const extension of loaded.extensions) {
      const handlers = extension.handlers.get(event);
      if (!handlers || extension.path.startsWith("<inline:")) continue;
      extension.handlers.set(
        event,
        handlers.map((handler) => async (...args: Parameters<typeof handler>) => {
          const result = (await handler(...args)) as { compaction?: unknown } | undefined;
          if (result?.compaction) this.#events.add(args[0] as object);
          return result;
        }),
      );
    }
    return loaded;
  }

  has(beforeCompact: object): boolean {
    return this.#events.has(beforeCompact);
  }
}
