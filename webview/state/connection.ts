/** The conversation with the host: hello, snapshots and batches in, acknowledgements out. */
import type { HostMessage } from "../../extension/panel/messages.ts";
import { clientId, post, settleReply } from "./host.ts";
import { dispatch, getView } from "./store.ts";

let asked = false;
let unacknowledged = false;

/** Begins to listen, then says hello. Called once. */
export function connect(): void {
  window.addEventListener("message", ({ data }: MessageEvent<HostMessage>) => receive(data));
  sayHello();
  for (const event of ["focus", "blur"]) window.addEventListener(event, tellFocus);
  if (document.hasFocus()) tellFocus();
}

/** A frame inside the panel counts as the panel. */
function tellFocus(): void {
  post({ type: "focus", focused: document.hasFocus() });
}

function sayHello(): void {
  asked = true;
  post({ type: "hello", clientId, seq: getView().seq });
}

function receive(message: HostMessage): void {
  if (message?.type === "reply") settleReply(message);
  else if (message?.type === "snapshot" || message?.type === "batch") take(message);
}

function take(message: Exclude<HostMessage, { type: "reply" }>): void {
  if (message.type === "snapshot") asked = false;
  dispatch({ type: "host", message });
  if (getView().needsSnapshot) {
    if (!asked) sayHello();
  } else acknowledge();
}

/** The host sends the next batch when this one has been painted. */
function acknowledge(): void {
  if (unacknowledged) return;
  unacknowledged = true;
  afterPaint(() => {
    unacknowledged = false;
    post({ type: "ack", seq: getView().seq });
  });
}

/** Runs once what is drawn in the coming frame has been painted; at once where nothing is painted. */
function afterPaint(done: () => void): void {
  if (document.hidden) {
    setTimeout(done);
    return;
  }
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}
