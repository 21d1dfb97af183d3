import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { freePort } from "#setup/free-port";
import { startProgram } from "#testing/torture/processes";

const CLIENTS = 16;

function startServer(port: number, folder: string, name: string) {
  return startProgram({
    file: "server/testing/rolling-server.ts",
    env: { PORT: String(port), CT_LOG_LEVEL: "warn" },
    ready: /The server listens/,
    output: path.join(folder, `${name}.log`),
  });
}

/** Asks again and again on a connection that is kept; returns the process that answered. */
function client(port: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return async (): Promise<string> => {
    const [answer] = await once(http.get({ port, host: "127.0.0.1", agent }), "response");
    let text = "";
    for await (const chunk of answer) text += chunk;
    return text;
  };
}

// Elsewhere two processes cannot share a port.
it.runIf(process.platform === "linux")(
  "rolls from one process to another under load without a failed request",
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-rolling-"));
    const port = await freePort();
    const old = await startServer(port, folder, "old");
    const answered = new Set<string>();
    let isOver = false;
    const load = Array.from({ length: CLIENTS }, async () => {
      const ask = client(port);
      while (!isOver) answered.add(await ask());
      return ask;
    });
    const all = Promise.all(load);
    await expect.poll(() => answered.has(String(old.pid))).toBe(true);
    const next = await startServer(port, folder, "next");
    const stopped = old.stop();
    await Promise.race([stopped, all]);
    answered.clear();
    await expect.poll(() => answered.size).toBe(1);
    isOver = true;
    await all;
    expect([...answered]).toEqual([String(next.pid)]);
    await next.stop();
    fs.rmSync(folder, { recursive: true });
  },
  60_000,
);
