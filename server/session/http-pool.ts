/** The connection pool for providers. Loaded with the first request. */
import { EnvHttpProxyAgent, install, setGlobalDispatcher } from "undici";

/** Installs a pool that uses the environment's proxies and ends connections silent for `idleMs`; returns its fetch. */
export function installHttpPool(idleMs: number): typeof fetch {
  setGlobalDispatcher(
    new EnvHttpProxyAgent({
      allowH2: false,
      proxyTunnel: true,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      // Node's own 250 ms give up on connections that are merely far away.
      connect: { autoSelectFamilyAttemptTimeout: 2000 },
    }),
  );
  // Dispatcher and fetch have to come from the same version of the library.
  install();
  return globalThis.fetch;
}
