import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";
import { afterEach, expect, it } from "vitest";
import { withClient } from "#core/db-client";
import { env } from "#core/env";
import { log } from "#core/log";
import { freshDatabase } from "#testing/database";
import { selfSigned } from "#testing/self-signed";
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

/** Puts TLS with this certificate in front of the database, as managed ones have it. */
function serveTls(certificate: { key: string; cert: string }): net.Server {
  const { hostname, port } = new URL(process.env["DATABASE_URL"] ?? "");
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    // The client asks for TLS before its handshake.
    socket.once("data", () => {
      socket.write("S");
      const secure = new tls.TLSSocket(socket, { isServer: true, ...certificate });
      const real = net.connect(Number(port), hostname);
      secure.pipe(real).pipe(secure);
      for (const end of [secure, real]) end.on("error", () => undefined);
    });
  });
  return server;
}

it("trusts a database's own authority only where the URL names it", async () => {
  const warnings: string[] = [];
  const record = (warning: Error) => warnings.push(warning.message);
  process.on("warning", record);
  const certificate = selfSigned("localhost");
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "ct-ca-")), "ca.pem");
  fs.writeFileSync(file, certificate.cert);
  proxy = serveTls(certificate).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(process.env["DATABASE_URL"] ?? "");
  url.host = `localhost:${(proxy.address() as net.AddressInfo).port}`;
  for (const sslMode of ["prefer", "require", "verify-ca", "verify-full"]) {
    url.search = `?sslmode=${sslMode}`;
    await expect(awaitDatabase(url.href, log), sslMode).rejects.toThrow(/add sslrootcert=/);
    url.search += `&sslrootcert=${file}`;
    await expect(awaitDatabase(url.href, log), sslMode).resolves.toBeUndefined();
  }
  url.search = "?sslmode=no-verify";
  await expect(awaitDatabase(url.href, log)).resolves.toBeUndefined();
  process.off("warning", record);
  expect(warnings).toEqual([]);
});

it("reads times whatever the database's DateStyle is", async () => {
  const database = await freshDatabase();
  const { pathname } = new URL(database.url);
  await withClient(database.url, (client) =>
    client.query(`ALTER DATABASE ${pathname.slice(1)} SET DateStyle = 'SQL, DMY'`),
  );
  await withClient(database.url, async (client) => {
    const { rows } = await client.query("SELECT '2026-02-01T00:00:00Z'::timestamptz AS at");
    expect(rows[0].at).toEqual(new Date("2026-02-01T00:00:00Z"));
  });
  await database.drop();
});

it("does not wait if that cannot help", async () => {
  const url = new URL(process.env["DATABASE_URL"] ?? "");
  url.password = "wrong";
  await expect(awaitDatabase(url.href, log)).rejects.toThrow(/password authentication failed/);
  url.href = process.env["DATABASE_URL"] ?? "";
  url.pathname = "/not-there";
  await expect(awaitDatabase(url.href, log)).rejects.toThrow(/does not exist/);
});
