// Orders go on after a failover between the hosts of DATABASE_URL.
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, database } from "#core/db";
import { env } from "#core/env";
import { findChecks } from "#core/readiness";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { keepsPreparedStatements, pgbouncerVersion, startPgbouncer } from "#testing/pgbouncer";
import { startReplicated } from "#testing/replicated";

const former = process.env["DATABASE_URL"];
let servers: Awaited<ReturnType<typeof startReplicated>>;

beforeAll(async () => {
  servers = await startReplicated();
  const { primary, replica } = servers;
  const hosts = [replica, primary].map(({ url }) => new URL(url).host).join(",");
  process.env["DATABASE_URL"] = primary.url.replace(new URL(primary.url).host, hosts);
}, 120_000);

afterAll(async () => {
  await closeDatabase();
  process.env["DATABASE_URL"] = former;
  await servers?.stop();
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
}, 120_000);
