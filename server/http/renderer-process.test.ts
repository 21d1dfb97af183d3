import { expect, test } from "vitest";
import { RendererProcess } from "./renderer-process";

/** Speaks the renderer's protocol and returns its process ID. */
const STAND_IN = `
  import http from "node:http";
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
    const handle = (req, res) => res.end([pid, env.CT_DATABASE_POOL, isBuilt].join(" "));
    http.createServer(handle).listen(socketPath, () => process.send({ type: "ready" }));
  });
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function programOf(source: string) {
  return ["--input-type=module", "-e", source];
}

async function replyOf(renderer: RendererProcess): Promise<string> {
  const response = await renderer.client?.render("/", "localhost");
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
