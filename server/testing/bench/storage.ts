// Bytes and write-ahead log of orders of the sandbox's default portfolio, from placing to evidence.
import fs from "node:fs";
import { database } from "#core/db";
import { findRegistriesToServe, serveRegistry } from "#domain/evidence";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { settleTables } from "#testing/bench/seed";
import { contextOf, importFile, makeAccount, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

const ORDERS = 3000;
/** Orders that are placed before the worker matches them. */
const PER_MATCH = 20;
/** Orders whose credits are retired together. */
const PER_DAY = 500;
const MAX_BYTES = 5000;
const MAX_WAL = 15_000;

interface Position {
  bytes: number;
  wal: number;
}

const POSITION = {
  name: "bench-position",
  text: `SELECT pg_database_size(current_database())::float8 AS bytes,
                (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 AS wal`,
};

async function position(): Promise<Position> {
  const [row] = await database().query<Position>(POSITION, []);
  if (!row) throw new Error("the database has no size");
  return row;
}

const TABLES = {
  name: "bench-table-sizes",
  text: `
    SELECT relname AS name, pg_relation_size(oid)::float8 AS bytes,
           pg_indexes_size(oid)::float8 AS indexes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY pg_total_relation_size(oid) DESC LIMIT 8`,
};

const perOrder = (bytes: number) => `${formatNumber(bytes / (ORDERS + PER_DAY))} B`;

async function sizeLines(): Promise<Line[]> {
  const rows = await database().query<{ name: string; bytes: number; indexes: number }>(TABLES, []);
  return rows.map(({ name, bytes, indexes }) => ({
    label: `table ${name}`,
    figure: perOrder(bytes + indexes),
    note: `indexes ${perOrder(indexes)}`,
  }));
}

/** Places and matches a day's orders; then their registries retire them. */
async function sellDay(accountContext: ReturnType<typeof contextOf>, portfolioId: string) {
  for (let placed = 0; placed < PER_DAY; placed += PER_MATCH) {
    for (let n = 0; n < PER_MATCH; n += 1) {
      const amount_kg = 1 + (((placed + n) * 7919) % 499);
      const input = { amount_kg, portfolio_id: portfolioId, beneficiary: null, subaccountId: null };
      await placeOrder(accountContext, input);
    }
    await matchAll();
  }
  const now = () => ({ ...systemContext(), now: new Date(Date.now() + 60_000) });
  for (;;) {
    const registries = await findRegistriesToServe(now(), { database: database() });
    let steps = 0;
    for (const served of registries) {
      steps += await serveRegistry(now(), { database: database(), served });
    }
    if (steps === 0) break;
  }
  // As autovacuum does by the next day.
  await settleTables();
}

/** Sells and retires orders, and measures what the database and its log grew by. */
export async function benchStorage(): Promise<Section[]> {
  const catalogue = JSON.parse(fs.readFileSync("prisma/sandbox-catalogue.json", "utf8"));
  await importFile(catalogue);
  const { account } = await makeAccount();
  await sellDay(contextOf(account), catalogue.default_portfolio_id);
  const before = await position();
  for (let sold = 0; sold < ORDERS; sold += PER_DAY) {
    await sellDay(contextOf(account), catalogue.default_portfolio_id);
  }
  const after = await position();
  const bytes = (after.bytes - before.bytes) / ORDERS;
  const wal = (after.wal - before.wal) / ORDERS;
  const counts = await database().prisma.order.groupBy({ by: ["registryStatus"], _count: true });
  const note = counts.map((one) => `${one._count} ${one.registryStatus}`).join(", ");
  return [
    {
      title: `Storage of ${formatNumber(ORDERS)} orders of the default portfolio`,
      lines: [
        {
          label: "database",
          figure: `${formatNumber(bytes)} B an order`,
          note,
          goal: { text: `≤ ${formatNumber(MAX_BYTES)} B`, isMet: bytes <= MAX_BYTES },
        },
        {
          label: "write-ahead log",
          figure: `${formatNumber(wal)} B an order`,
          goal: { text: `≤ ${formatNumber(MAX_WAL)} B`, isMet: wal <= MAX_WAL },
        },
        ...(await sizeLines()),
      ],
    },
  ];
}
