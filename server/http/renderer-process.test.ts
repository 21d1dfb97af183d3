import { expect, test } from "vitest";
import { RendererProcess } from "./renderer-process";

/** Speaks as the renderer does, and answers each request with its own process id. */
const STAND_IN = `
  import http from "node:http";
  process.once("disconnect", () => process.exit(0));
  process.on("message", ({ type, socketPath }) => {
    if (type === "stop") process.exit(0);
    if (type === "ping") process.send({ type: "pong" });
    if (type !== "serve") return;
    const answer = (req, res) => res.end(String(process.pid) + " " + process.env.CT_DATABASE_POOL);
    http.createServer(answer).listen(socketPath, () => process.send({ type: "ready" }));
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

test("a killed renderer is started again, on a pool of its own, and ends with its front", async () => {
  const renderer = new RendererProcess({
    host: "127.0.0.1",
    port: 3000,
    program: programOf(STAND_IN),
  });
  await renderer.start();
  const first = renderer.pid ?? 0;
  const answer = async () => {
    const found = await renderer.client?.render("/", "localhost");
    return String(await found?.variant("identity"));
  };
  expect(await answer()).toBe(`${first} 5`);
  process.kill(first, "SIGKILL");
  await expect.poll(() => renderer.pid).not.toBe(first);
  await expect.poll(() => renderer.pid).toBeDefined();
  const second = renderer.pid ?? 0;
  expect(second).not.toBe(first);
  expect(await answer()).toBe(`${second} 5`);
  await renderer.stop();
  expect(isAlive(second)).toBe(false);
});

test("a renderer that does not come up fails the start", async () => {
  const renderer = new RendererProcess({
    host: "127.0.0.1",
    port: 3000,
    program: programOf("process.exit(3)"),
  });
  await expect(renderer.start()).rejects.toThrow("did not start");
});
