/**
 * HTTP for providers: proxies from the environment or the settings, and an end to connections that stay
 * silent. The client library is loaded only when a request needs it.
 */
import { SettingsManager } from "@earendil-works/pi-coding-agent";

const NO_LIMIT_MS = 2 ** 31 - 1;

/** Makes the first request set up the connection pool for all of them. */
export function configureNetwork(agentDir: string): void {
  const settings = SettingsManager.create(process.cwd(), agentDir, { projectTrusted: false });
  const proxy = settings.getGlobalSettings().httpProxy?.trim();
  if (proxy) {
    process.env.HTTP_PROXY ??= proxy;
    process.env.HTTPS_PROXY ??= proxy;
  }
  const idleMs = settings.getHttpIdleTimeoutMs() || NO_LIMIT_MS;
  let ready: Promise<typeof fetch> | undefined;
  globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
    ready ??= setUp(idleMs);
    const send = await ready;
    return send(...args);
  };
}

async function setUp(idleMs: number): Promise<typeof fetch> {
  const undici = await import("undici");
  undici.setGlobalDispatcher(
    new undici.EnvHttpProxyAgent({
      allowH2: false,
      proxyTunnel: true,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      // Node's own 250 ms give up on connections that are merely far away.
      connect: { autoSelectFamilyAttemptTimeout: 2000 },
    }),
  );
  // Dispatcher and fetch have to come from the same version of the library.
  undici.install();
  return globalThis.fetch;
}
