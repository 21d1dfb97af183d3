import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { freePort } from "#setup/free-port";
import { startProgram } from "#testing/world/programs";

const CLIENTS = 16;

function startServer(port: number, folder: string, name: string) {
  return startProgram({
    file: "server/testing/rolling-server.ts",
    env: { PORT: String(port), CT_LOG_LEVEL: "warn" },
    ready: /The server listens/,
    output: path.join(folder, `${name}.log`),
  });
}

/** Sends requests on one keep-alive connection; returns the process that handled each. */
function client(port: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return async (): Promise<string> => {
    const [response] = await once(http.get({ port, host: "127.0.0.1", agent }), "response");
    let text = "";
    for await (const chunk of response) text += chunk;
    return text;
  };
}

// Other systems do not let two processes share a port.
it.runIf(process.platform === "linux")(
  "rolls from one process to another under load without a failed request",
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-rolling-"));
    const port = await freePort();
    const old = await startServer(port, folder, "old");
    const pids = new Set<string>();
    let isOver = false;
    const load = Array.from({ length: CLIENTS }, async () => {
      const request = client(port);
      while (!isOver) pids.add(await request());
      return request;
    });
    const all = Promise.all(load);
    await expect.poll(() => pids.has(String(old.pid))).toBe(true);
    const next = await startServer(port, folder, "next");
    const stopped = old.stop();
    await Promise.race([stopped, all]);
    pids.clear();
    await expect.poll(() => pids.size).toBe(1);
    isOver = true;
    await all;
    expect([...pids]).toEqual([String(next.pid)]);
    await next.stop();
    fs.rmSync(folder, { recursive: true });
  },
  60_000,
);
