// Uploads through a real nginx with default settings, if nginx is installed.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { httpServer } from "#testing/local-server";
import { problemOf } from "./problem";
import { createClient } from "./trpc-client";

const isInstalled = spawnSync("nginx", ["-v"]).status === 0;
const cleanups: (() => unknown)[] = [];

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts nginx with default settings in front of the port. */
async function startNginx(upstream: number): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-nginx-"));
  const port = await freePort();
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ");
  const location = `location / { proxy_pass http://127.0.0.1:${upstream}; }`;
  fs.writeFileSync(
    path.join(folder, "nginx.conf"),
    `daemon off; user ${os.userInfo().username}; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${paths} server { listen 127.0.0.1:${port}; ${location} } }`,
  );
  const nginx = spawn("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf")]);
  cleanups.push(async () => {
    nginx.kill("SIGTERM");
    if (nginx.exitCode === null) await once(nginx, "exit");
    fs.rmSync(folder, { recursive: true });
  });
  await vi.waitFor(
    async () => expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200),
    { timeout: 10_000 },
  );
  return port;
}

let port: number;

beforeAll(async () => {
  if (!isInstalled) return;
  const upstream = await httpServer((req, res) => {
    req.resume().on("end", () => {
      res.writeHead(200, { "content-type": "application/json" });
      res.end(JSON.stringify([{ result: { data: "stored" } }]));
    });
  });
  cleanups.push(() => upstream.close());
  port = await startNginx(upstream.port);
});
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

const send = (bytes: number) => {
  const client = createClient({ url: `http://127.0.0.1:${port}/trpc` });
  return client.settings.setLogo.mutate({ contentType: "image/png", bytes: "a".repeat(bytes) });
};

it("explains that a logo of 2 MB is too large for nginx", async (context) => {
  if (!isInstalled) context.skip("nginx is not installed");
  expect(await send(500_000)).toBe("stored");
  const failure = await send(2_000_000).catch((error: unknown) => error);
  const { title, detail } = problemOf(failure);
  expect(title).toBe("The file is too large for the proxy in front of this server");
  expect(detail).toContain("client_max_body_size");
});
