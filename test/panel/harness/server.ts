/** Serves the built panel on loopback, as VS Code's webview service does. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type PageOptions, pageHtml } from "./page.ts";

/** PANEL_BUILD: another build of the panel than the one in out/webview. */
const built = path.resolve(process.env.PANEL_BUILD ?? path.join(import.meta.dirname, "../../../out/webview"));
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

export interface PanelServer {
  origin: string;
  /** The address of a page with these options. */
  address(options: PageOptions): string;
  close(): Promise<void>;
}

/** Starts the server on a free port. Throws when the panel has not been built. */
export async function startPanelServer(): Promise<PanelServer> {
  await readFile(path.join(built, "main.js")).catch(() => {
    throw new Error("out/webview/main.js is missing: run `npm run build` first");
  });
  let origin = "";
  const pages: PageOptions[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/") {
      const options = pages[Number(url.searchParams.get("page"))];
      response.statusCode = options ? 200 : 404;
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(options && pageHtml(options, origin, randomBytes(16).toString("base64url")));
      return;
    }
    if (url.pathname === "/favicon.ico") {
      response.statusCode = 204;
      response.end();
      return;
    }
    const own = url.pathname === "/fake-host.js" ? path.join(import.meta.dirname, "fake-host.js") : undefined;
    const file = own ?? path.join(built, path.normalize(url.pathname));
    const body = await readFile(file).catch(() => undefined);
    response.statusCode = body ? 200 : 404;
    response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream");
    response.end(body ?? "not found");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: (options) => `${origin}/?page=${pages.push(options) - 1}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
