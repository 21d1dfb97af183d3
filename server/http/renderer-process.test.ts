import { expect, test } from "vitest";
import { RendererProcess } from "./renderer-process";

/** Speaks the renderer's protocol and returns its process ID. */
const STAND_IN = `
  import http from "node:http";
  process.once("disconnect", () => process.exit(0));
  process.on("message", ({ type, socketPath }) => {
    if (type === "stop") process.exit(0);
    if (type === "ping") process.send({ type: "pong" });
    if (type !== "serve") return;
    const handle = (req, res) => res.end(String(process.pid) + " " + process.env.CT_DATABASE_POOL);
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

test("a killed renderer is restarted with its own pool, and ends with its front", async () => {
  const renderer = new RendererProcess({
    host: "127.0.0.1",
    port: 3000,
    program: programOf(STAND_IN),
  });
  await renderer.start();
  const first = renderer.pid ?? 0;
  const response = async () => {
    const response = await renderer.client?.render("/", "localhost");
    return String(await response?.variant("identity"));
  };
  expect(await response()).toBe(`${first} 5`);
  process.kill(first, "SIGKILL");
  await expect.poll(() => renderer.pid).not.toBe(first);
  await expect.poll(() => renderer.pid).toBeDefined();
  const second = renderer.pid ?? 0;
  expect(second).not.toBe(first);
  expect(await response()).toBe(`${second} 5`);
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
