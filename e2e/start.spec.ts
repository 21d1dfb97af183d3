// The whole product as a process: what it does at a taken port, and how it ends.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { checkedFetch } from "#testing/contract/fetch";
import { test } from "./checked-test";

let dataDir: string;
let children: ChildProcess[];

test.beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "ct-start-"));
  fs.chmodSync(dataDir, 0o755);
  children = [];
});

test.afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the product with a database of its own; resolves when it serves or has ended. */
async function start(port: string) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "server/start.ts"], {
    cwd: path.resolve(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inherited,
      NODE_ENV: "production",
      CT_DATA_DIR: dataDir,
      CT_DEMO: "1",
      HOST: "127.0.0.1",
      PORT: port,
    },
  });
  children.push(child);
  let output = "";
  const ended = once(child, "exit");
  const serves = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        output += data;
        if (/serves on \S+\s[\s\S]*ct_test_\w{38}\s/.test(output)) resolve();
      });
    }
  });
  await Promise.race([serves, ended]);
  return {
    child,
    ended,
    output: () => output,
    url: /serves on (\S+)/.exec(output)?.[1] ?? "",
    key: /ct_test_\w{38}/.exec(output)?.[0] ?? "",
  };
}

const isDatabaseUp = () => fs.existsSync(path.join(dataDir, "postgres/data/postmaster.pid"));

test("a taken port is told in a line, and the app that has it goes on", async () => {
  const first = await start("0");
  const second = await start(new URL(first.url).port);
  expect((await second.ended)[0]).toBe(1);
  expect(second.output().trim()).toMatch(/^Something listens on 127\.0\.0\.1:\d+ already\..*$/);
  expect((await checkedFetch(`${first.url}/v1/openapi.json`)).status).toBe(200);
});

test("SIGTERM lets a request in hand end, then stops the app and its database", async () => {
  const { child, ended, key, url } = await start("0");
  const body = JSON.stringify({ amount_kg: 25 });
  const request = http.request(`${url}/v1/orders`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Length": body.length,
    },
  });
  const answered = once(request, "response");
  request.write(body.slice(0, 5));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isDatabaseUp()).toBe(true);
  child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect(fetch(`${url}/v1/openapi.json`)).rejects.toThrow();
  request.end(body.slice(5));
  const [answer] = await answered;
  expect(answer.statusCode).toBeLessThan(300);
  answer.resume();
  expect((await ended)[0]).toBe(0);
  expect(isDatabaseUp()).toBe(false);
});
