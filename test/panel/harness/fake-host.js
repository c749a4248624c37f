/**
 * Runs in the page before the panel: VS Code's webview API and the extension host's end of the panel
 * wire. A test talks to it through `window.host`; see panel.ts.
 */
(() => {
  const style = document.documentElement.style;
  for (const [name, value] of Object.entries(JSON.parse(document.getElementById("theme").textContent))) {
    style.setProperty(name, value);
  }

  const sent = [];
  let waiting = [];
  let acquired = false;

  const deliver = (message) => window.postMessage(message, "*");

  const host = {
    /** Everything the panel posted, in order. */
    sent,
    /** Answers `hello`; its seq goes on with each batch. */
    snapshot: window.firstSnapshot ?? null,
    acked: 0,
    deliver,
    /** Replaces the snapshot and sends it. */
    load(snapshot) {
      host.snapshot = snapshot;
      deliver(snapshot);
    },
    /** Sends records as one batch, numbered after the last one. */
    push(records) {
      const from = host.snapshot.seq;
      host.snapshot = { ...host.snapshot, seq: host.snapshot.seq + records.length };
      deliver({ type: "batch", from, to: host.snapshot.seq, records });
      return host.snapshot.seq;
    },
    /** Gives a message to whoever waits for one like it. */
    receive(message) {
      sent.push(message);
      if (message.type === "hello" && host.snapshot) deliver(host.snapshot);
      if (message.type === "ack") host.acked = message.seq;
      if (message.requestId !== undefined) {
        window
          .answerRequest(message)
          .then((reply) => deliver({ type: "reply", requestId: message.requestId, ...reply }));
      }
      waiting = waiting.filter((check) => !check());
    },
    /** Resolves when the panel has painted everything up to `seq`. */
    painted(seq) {
      return new Promise((resolve) => {
        const check = () => {
          if (host.acked >= seq) resolve();
          return host.acked >= seq;
        };
        if (!check()) waiting.push(check);
      });
    },
  };
  window.host = host;

  window.acquireVsCodeApi = () => {
    if (acquired) throw new Error("The API has been acquired already");
    acquired = true;
    const key = "vscode-state";
    return {
      // What crosses the border is a copy, and must be one.
      postMessage: (message) => host.receive(structuredClone(message)),
      getState: () => JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined,
      setState: (state) => {
        sessionStorage.setItem(key, JSON.stringify(state));
        return state;
      },
    };
  };
})();
