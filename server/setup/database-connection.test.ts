import net from "node:net";
import { afterEach, expect, it } from "vitest";
import { env } from "#core/env";
import { log } from "#core/log";
import { awaitDatabase, connectDirectly } from "./database-connection";
import { freePort } from "./free-port";

const { level } = log;
const waitS = env.CT_DATABASE_WAIT;
let proxy: net.Server | undefined;
afterEach(() => {
  log.level = level;
  env.CT_DATABASE_WAIT = waitS;
  proxy?.close();
});

function urlAt(port: number): string {
  const url = new URL(process.env["DATABASE_URL"] ?? "");
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

it("waits for a database that is not up yet", async () => {
  log.level = "silent";
  const port = await freePort();
  const waiting = awaitDatabase(urlAt(port), log);
  const { hostname, port: realPort } = new URL(process.env["DATABASE_URL"] ?? "");
  proxy = net.createServer((socket) => {
    const real = net.connect(Number(realPort), hostname);
    socket.pipe(real).pipe(socket);
    for (const end of [socket, real]) end.on("error", () => undefined);
  });
  setTimeout(() => proxy?.listen(port, "127.0.0.1"), 700);
  await expect(waiting).resolves.toBeUndefined();
});

it("reports a database that does not come up with its address", async () => {
  log.level = "silent";
  env.CT_DATABASE_WAIT = 1;
  const port = await freePort();
  await expect(connectDirectly(urlAt(port), log, { application_name: "test" })).rejects.toThrow(
    new RegExp(`Cannot connect to the database .* on 127.0.0.1:${port} \\(ECONNREFUSED\\).*1 s`),
  );
});

it("does not wait if that cannot help", async () => {
  const url = new URL(process.env["DATABASE_URL"] ?? "");
  url.password = "wrong";
  await expect(awaitDatabase(url.href, log)).rejects.toThrow(/password authentication failed/);
  url.href = process.env["DATABASE_URL"] ?? "";
  url.pathname = "/not-there";
  await expect(awaitDatabase(url.href, log)).rejects.toThrow(/does not exist/);
});
