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
    ready ??= import("./http-pool.ts").then(({ installHttpPool }) => installHttpPool(idleMs));
    const send = await ready;
    return send(...args);
  };
}
