// Public pages read a replica only while it is recent, and orders go on after a failover.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { publicContext } from "#core/context";
import { closeDatabase, type Db, database, openDatabase } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import { env } from "#core/env";
import { PositionReader } from "#core/log-position";
import { readMetrics } from "#core/metrics";
import { findChecks } from "#core/readiness";
import { closeReplica, readRecent, replicaAgeSeconds } from "#core/recent-reads";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { keepsPreparedStatements, pgbouncerVersion, startPgbouncer } from "#testing/pgbouncer";
import { startReplicated } from "#testing/replicated";

const former = process.env["DATABASE_URL"];
const { CT_READ_MAX_AGE: maxAge } = env;
let servers: Awaited<ReturnType<typeof startReplicated>>;

beforeAll(async () => {
  servers = await startReplicated();
  const { primary, replica } = servers;
  const hosts = [replica, primary].map(({ url }) => new URL(url).host).join(",");
  process.env["DATABASE_URL"] = primary.url.replace(new URL(primary.url).host, hosts);
  process.env["DATABASE_READ_URL"] = replica.url;
}, 120_000);

afterEach(() => {
  env.CT_READ_MAX_AGE = maxAge;
});

afterAll(async () => {
  delete process.env["DATABASE_READ_URL"];
  await closeReplica();
  await closeDatabase();
  process.env["DATABASE_URL"] = former;
  await servers?.stop();
}, 60_000);

const IS_REPLICA = { name: "", text: "SELECT pg_is_in_recovery() AS is" };
const isOnReplica = async ({ db }: { db: Db }) =>
  (await db.query<{ is: boolean }>(IS_REPLICA, []))[0]?.is;

const source = () => readRecent(publicContext(), isOnReplica);
const untilFrom = (server: "primary" | "replica") =>
  expect.poll(source, { timeout: 30_000 }).toBe(server === "replica");

async function readsByOutcome(): Promise<Record<string, number>> {
  const lines = (await readMetrics()).matchAll(/replica_reads_total\{outcome="(\w+)"\} (\d+)/g);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
}

const accountsIn = ({ db }: { db: Db }) => db.prisma.account.count();
const recentAccounts = () => readRecent(publicContext(), accountsIn);

it("recent reads use the replica, and what it lacks or fails at comes from the primary", async () => {
  const { token } = await makeAccount();
  await untilFrom("replica");
  expect(replicaAgeSeconds()).toBeLessThanOrEqual(maxAge);
  env.CT_READ_MAX_AGE = 300;
  await servers.replica.run("SELECT pg_wal_replay_pause()");
  const { account } = await makeAccount();
  const find = ({ db }: { db: Db }) => db.prisma.account.findUnique({ where: { id: account.id } });
  expect(await readRecent(publicContext(), find)).toMatchObject({ id: account.id });
  const findOrFail = ({ db }: { db: Db }) =>
    db.prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  expect(await readRecent(publicContext(), findOrFail)).toMatchObject({ id: account.id });
  const body = { name: "Known to the primary only" };
  const { json } = await call("POST", "/subaccounts", { key: token, body });
  const headers = { "x-subaccount-id": json.id };
  expect((await call("GET", "/impact/data", { key: token, headers })).status).toBe(200);
  expect(await source()).toBe(true);
  await servers.replica.run("SELECT pg_wal_replay_resume()");
}, 60_000);

it("a replica is on the timeline of its primary", async () => {
  const readers = [servers.primary, servers.replica].map(
    ({ url }) => new PositionReader(() => url),
  );
  const places = await Promise.all(readers.map((reader) => reader.read()));
  expect(places.map(({ isReplica, timeline }) => [isReplica, timeline])).toEqual([
    [false, 1],
    [true, 1],
  ]);
  for (const reader of readers) reader.close();
}, 60_000);

it("reads are counted by what came of them, also those that the replica failed at", async () => {
  await untilFrom("replica");
  const before = await readsByOutcome();
  await source();
  await readRecent(publicContext(), async () => null);
  const failing = ({ db }: { db: Db }) => db.query({ name: "", text: "SELECT 1 / 0" }, []);
  await expect(readRecent(publicContext(), failing)).rejects.toThrow("division by zero");
  const after = await readsByOutcome();
  for (const outcome of ["replica", "lacking", "failed"]) {
    expect([outcome, (after[outcome] ?? 0) - (before[outcome] ?? 0)]).toEqual([outcome, 1]);
  }
}, 60_000);

it("a full pool does not make the replica look old", async () => {
  await untilFrom("replica");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holders = Array.from({ length: env.CT_DATABASE_POOL }, () =>
    withDatabaseUse("long", () => database().sqlTransaction(() => released)),
  );
  await expect.poll(() => database().poolWait().others.queued).toBeGreaterThan(0);
  const fullAt = performance.now();
  const recentAt = () => performance.now() - (replicaAgeSeconds() ?? 0) * 1000;
  await expect.poll(recentAt, { timeout: 30_000 }).toBeGreaterThan(fullAt);
  release();
  await Promise.all(holders);
}, 60_000);

it("a replica that does not replay is not read once it may be too old", async () => {
  await untilFrom("replica");
  await servers.replica.run("SELECT pg_wal_replay_pause()");
  await makeAccount();
  await untilFrom("primary");
  expect(await recentAccounts()).toBe(await accountsIn(publicContext()));
  await servers.replica.run("SELECT pg_wal_replay_resume()");
  await untilFrom("replica");
  expect(await recentAccounts()).toBe(await accountsIn(publicContext()));
}, 60_000);

it("a replica that lost its primary takes itself for current, and is not read", async () => {
  await untilFrom("replica");
  const [row] = await servers.replica.run("SHOW primary_conninfo");
  await servers.replica.run("ALTER SYSTEM SET primary_conninfo = 'port=1'");
  await servers.replica.run("SELECT pg_reload_conf()");
  const received = "SELECT count(*)::int AS n FROM pg_stat_wal_receiver WHERE status = 'streaming'";
  await expect.poll(() => servers.replica.run(received)).toEqual([{ n: 0 }]);
  await makeAccount();
  await untilFrom("primary");
  expect(await recentAccounts()).toBe(await accountsIn(publicContext()));
  await servers.replica.run(`ALTER SYSTEM SET primary_conninfo = '${row?.["primary_conninfo"]}'`);
  await servers.replica.run("SELECT pg_reload_conf()");
  await untilFrom("replica");
}, 60_000);

it("connections for recent reads write nothing, even to a server that would accept it", async () => {
  const db = openDatabase(servers.primary.url, { max: 2, isPooled: true, isReadOnly: true });
  const text = "DELETE FROM accounts";
  const reads = [
    () => db.query({ name: "", text }, []),
    () => db.prisma.$executeRawUnsafe(text),
    () => db.sqlTransaction((sql) => sql.query({ name: "", text }, [])),
    () => db.transaction((tx) => tx.query({ name: "", text }, [])),
  ];
  for (const read of reads) await expect(read()).rejects.toThrow(/read-only transaction/);
  await db.close();
}, 60_000);

const pgbouncer = pgbouncerVersion();
const poolersTitle = pgbouncer ? "" : " (PgBouncer is not installed)";

it.skipIf(!pgbouncer)(
  `orders get 503 and then go on when a PgBouncer's server becomes a replica${poolersTitle}`,
  async () => {
    const { token: key } = await makeAccount();
    const { portfolioId } = await makeStock();
    const body = { amount_kg: 1, portfolio_id: portfolioId };
    const order = async () => (await call("POST", "/orders", { key, body })).status;
    const { primary, replica } = servers;
    const [one, two] = [await startPgbouncer(primary.url), await startPgbouncer(replica.url)];
    const { CT_PREPARED, DATABASE_DIRECT_URL } = env;
    const direct = process.env["DATABASE_URL"];
    await closeDatabase();
    process.env["DATABASE_URL"] = one.url.replace("/till", `,${new URL(two.url).host}/till`);
    Object.assign(env, {
      DATABASE_DIRECT_URL: direct,
      CT_PREPARED: keepsPreparedStatements(pgbouncer ?? ""),
    });
    try {
      const all = await Promise.all(Array.from({ length: 8 }, order));
      expect(all).toEqual(all.map(() => 201));
      // Clients stay connected, as when the servers behind change roles.
      one.pointTo(replica.url);
      two.pointTo(primary.url);
      const statuses: number[] = [];
      const place = async () => {
        statuses.push(await order());
        return statuses.at(-1);
      };
      await expect.poll(place).toBe(503);
      await expect.poll(place).toBe(201);
      expect(new Set(statuses)).toEqual(new Set([201, 503]));
      await expect.poll(findChecks).toEqual({ database: "ok", schema: "ok" });
    } finally {
      await closeDatabase();
      Object.assign(env, { DATABASE_DIRECT_URL, CT_PREPARED });
      process.env["DATABASE_URL"] = direct;
      await Promise.all([one.stop(), two.stop()]);
    }
  },
  60_000,
);

it("orders go on at the promoted replica without a restart, and none is lost", async () => {
  const { token: key, account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const order = () =>
    call("POST", "/orders", { key, body: { amount_kg: 1, portfolio_id: portfolioId } });
  const acknowledged: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const { status, json } = await order();
    expect(status).toBe(201);
    acknowledged.push(json.id);
  }
  // Without synchronous replication, what is not there yet would be lost.
  const has = `SELECT count(*)::int AS n FROM orders WHERE account_id = '${account.id}'`;
  await expect.poll(() => servers.replica.run(has)).toEqual([{ n: acknowledged.length }]);
  await servers.primary.kill();
  expect((await order()).status).toBe(503);
  await servers.replica.run("SELECT pg_promote()");
  const statusOf = async () => {
    const { status, json } = await order();
    if (status === 201) acknowledged.push(json.id);
    return status;
  };
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(201);
  const rows = await database().prisma.order.findMany({
    where: { accountId: account.id },
    select: { id: true },
  });
  expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  // It was the replica, and is the primary now.
  await untilFrom("primary");
  const here = new PositionReader(() => servers.replica.url);
  expect(await here.read()).toMatchObject({ isReplica: false, timeline: 2 });
  here.close();
}, 120_000);
