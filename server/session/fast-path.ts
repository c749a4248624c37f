/**
 * The way of a text delta through the SDK, shortened where it works for nobody. What is observable stays the same.
 */
import { EventStream } from "@earendil-works/pi-ai";
import type { AgentSession } from "@earendil-works/pi-coding-agent";

type Emit = AgentSession["extensionRunner"]["emit"];

const NOTHING = Promise.resolve(undefined);

/** Spares each delta the call of agent extensions when none of them listens. To be called when they have started. */
export function skipUnheardEvents({ agent, extensionRunner }: AgentSession): void {
  if (!extensionRunner.hasHandlers("provider_stream_event")) agent.onProviderStreamEvent = undefined;
  const emit = extensionRunner.emit.bind(extensionRunner) as (event: { type: string }) => Promise<unknown>;
  const shortened = (event: { type: string }) =>
    event.type === "message_update" && !extensionRunner.hasHandlers("message_update") ? NOTHING : emit(event);
  extensionRunner.emit = shortened as Emit;
}

/** The parts of an event stream that its own iterator reads. */
interface Pending {
  readonly queue: { readonly length: number; dequeue(): unknown };
  readonly waiting: { enqueue(waiter: (result: IteratorResult<unknown>) => void): void };
  readonly done: boolean;
}

const END = { value: undefined, done: true } as const;

/**
 * Lets the SDK's event streams be read without a generator, which needs several turns of the microtask queue for
 * each event.
 */
export function readStreamsDirectly(): void {
  EventStream.prototype[Symbol.asyncIterator] = function iterate(this: EventStream<unknown>) {
    const stream = this as unknown as Pending;
    let ended = false;
    return {
      next(): Promise<IteratorResult<unknown>> {
        if (ended) return Promise.resolve(END);
        if (stream.queue.length > 0) return Promise.resolve({ value: stream.queue.dequeue(), done: false });
        if (stream.done) return Promise.resolve(END);
        return new Promise((resolve) => stream.waiting.enqueue(resolve));
      },
      return(value?: unknown): Promise<IteratorResult<unknown>> {
        ended = true;
        return Promise.resolve({ value, done: true });
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    } as unknown as AsyncGenerator<unknown>;
  } as EventStream<unknown>[typeof Symbol.asyncIterator];
}
