import { expect, test } from "vitest";
import { readProcessUsage } from "#core/process-usage";
import { isAlive } from "#testing/is-alive";
import { RendererProcess } from "./renderer-process";
import type { Supervision } from "./renderer-run";

/** Speaks the renderer's protocol and returns its process ID. */
const STAND_IN = `
  import http from "node:http";
  const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  process.once("disconnect", () => process.exit(0));
  let isBuilt;
  process.on("message", ({ type, socketPath, isBuilt: before }) => {
    if (type === "stop") process.exit(0);
    if (type === "open-dashboard") {
      isBuilt = "later";
      process.send({ type: "dashboard-open" });
    }
    if (type === "ping") process.send({ type: "pong" });
    if (type !== "serve") return;
    isBuilt = before;
    const { pid, env } = process;
    const handle = (req, res) => {
      while (req.url === "/spin");
      if (req.url === "/block") block(500);
      res.end([pid, env.CT_DATABASE_POOL, isBuilt].join(" "));
    };
    http.createServer(handle).listen(socketPath, () => process.send({ type: "ready" }));
  });
`;

function programOf(source: string) {
  return ["--input-type=module", "-e", source];
}

async function replyOf(renderer: RendererProcess, path = "/"): Promise<string> {
  const response = await renderer.client?.render(path, "localhost");
  return String(await response?.variant("identity"));
}

test("a renderer opens the dashboard when it is built, and at once after a restart", async () => {
  const build = Promise.withResolvers<void>();
  const program = programOf(STAND_IN);
  const renderer = new RendererProcess({
    ...{ host: "127.0.0.1", port: 3000, program },
    build: build.promise,
  });
  await renderer.start();
  const first = renderer.pid ?? 0;
  expect(await replyOf(renderer)).toBe(`${first} 5 false`);
  expect(renderer.dashboard).toBe("building");
  build.resolve();
  await expect.poll(() => renderer.dashboard).toBe("ok");
  expect(await replyOf(renderer)).toBe(`${first} 5 later`);
  process.kill(first, "SIGKILL");
  await expect.poll(() => renderer.pid ?? first).not.toBe(first);
  expect(await replyOf(renderer)).toBe(`${renderer.pid} 5 true`);
  await renderer.stop();
});

test("a killed renderer is restarted with its own pool, and ends with its front", async () => {
  const renderer = new RendererProcess({
    host: "127.0.0.1",
    port: 3000,
    program: programOf(STAND_IN),
  });
  await renderer.start();
  const first = renderer.pid ?? 0;
  expect(await replyOf(renderer)).toBe(`${first} 5 true`);
  process.kill(first, "SIGKILL");
  await expect.poll(() => renderer.pid).not.toBe(first);
  await expect.poll(() => renderer.pid).toBeDefined();
  const second = renderer.pid ?? 0;
  expect(second).not.toBe(first);
  expect(await replyOf(renderer)).toBe(`${second} 5 true`);
  await renderer.stop();
  expect(isAlive(second)).toBe(false);
});

test("a renderer that does not start fails the front's start", async () => {
  const renderer = new RendererProcess({
    host: "127.0.0.1",
    port: 3000,
    program: programOf("process.exit(3)"),
  });
  await expect(renderer.start()).rejects.toThrow("did not start");
});

/** Checks often, with the limits for a renderer that serves. */
function checking(serving: Supervision["serving"]): Supervision {
  const starting = { cpuMs: 300_000, idleChecks: 30_000 };
  return { checkMs: 10, serving, starting, readUsage: readProcessUsage };
}

async function startSupervised(supervision: Supervision, source = STAND_IN) {
  const program = programOf(source);
  const renderer = new RendererProcess({ host: "127.0.0.1", port: 3000, program, supervision });
  await renderer.start();
  return { renderer, first: renderer.pid ?? 0 };
}

/** Waits until another process serves, and ends it. */
async function expectReplaced(renderer: RendererProcess, first: number): Promise<void> {
  await expect.poll(() => renderer.pid ?? first).not.toBe(first);
  expect(isAlive(first)).toBe(false);
  expect(await replyOf(renderer)).toBe(`${renderer.pid} 5 true`);
  await renderer.stop();
}

test("a renderer that spins is replaced", async () => {
  const { renderer, first } = await startSupervised(checking({ cpuMs: 300, idleChecks: 500 }));
  await expect(replyOf(renderer, "/spin")).rejects.toThrow("did not respond");
  await expectReplaced(renderer, first);
});

test("a renderer that is stopped is replaced: for its users it is down", async () => {
  const { renderer, first } = await startSupervised(checking({ cpuMs: 60_000, idleChecks: 30 }));
  process.kill(first, "SIGSTOP");
  await expectReplaced(renderer, first);
});

test("a renderer that gets no processor is killed neither in its start nor later", async () => {
  const limits = { cpuMs: 1, idleChecks: 1 };
  const readUsage = () => ({ cpuMs: 1000, isRunnable: true });
  const supervision = { checkMs: 5, serving: limits, starting: limits, readUsage };
  const { renderer, first } = await startSupervised(supervision, `${STAND_IN}; block(500);`);
  expect(await replyOf(renderer, "/block")).toBe(`${first} 5 true`);
  expect(renderer.pid).toBe(first);
  await renderer.stop();
});
