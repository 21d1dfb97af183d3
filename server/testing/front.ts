// A front of pages whose renderer is played by the test.
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { withCaller } from "#core/caller";
import type { DashboardState } from "#core/readiness";
import { pagesOf } from "#http/pages";
import { RendererClient } from "#http/renderer-client";
import type { Site } from "#site/site";
import { httpServer } from "#testing/local-server";

/** Serves the site; everything else is requested of `render`. */
export async function openFront(site: Site, render: http.RequestListener) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-test-"));
  const socketPath = path.join(folder, "s");
  const requests: http.IncomingMessage[] = [];
  const renderer = http.createServer((req, res) => {
    requests.push(req);
    render(req, res);
  });
  renderer.listen(socketPath);
  await once(renderer, "listening");
  const client = new RendererClient({ socketPath, secret: "the-secret" });
  const source: { client: RendererClient | undefined; dashboard: DashboardState } = {
    client,
    dashboard: "ok",
  };
  const pages = pagesOf(site, source, folder);
  const front = await httpServer((req, res) => withCaller(req, () => pages.handle(req, res)));
  return {
    url: `http://127.0.0.1:${front.port}`,
    source,
    renderer,
    requests,
    pages,
    async close() {
      front.close();
      await client.close();
      renderer.closeAllConnections();
      renderer.close();
      fs.rmSync(folder, { recursive: true });
    },
  };
}
