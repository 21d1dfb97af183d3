import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { startingDatabase } from "#testing/starting-database";
import { type Db, database, type Sql } from "./db";
import { isUnreachable } from "./db-errors";
import { primaryClientClass } from "./db-hosts";

const PID = { name: "test-pid", text: "SELECT pg_backend_pid() AS pid" };
const CUT = { name: "test-cut", text: "SELECT pg_terminate_backend($1::int) AS cut" };

/** Ends the server's side of a connection. */
async function cut(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ pid: number }>(PID, []);
  await database().query(CUT, [row?.pid]);
  await sleep(50);
}

it.each([
  [
    "between the statements of hand-written SQL",
    (work: (db: Sql) => Promise<unknown>) => database().sqlTransaction(work),
  ],
  [
    "between the statements of Prisma",
    (work: (db: Db) => Promise<unknown>) => database().transaction(work),
  ],
])("a connection lost in a transaction, %s, fails that transaction alone", async (_, run) => {
  const work = async (db: Sql) => {
    await cut(db);
    await db.query(PID, []);
  };
  await expect(run(work)).rejects.toThrow();
  await expect(run((db: Sql) => db.query(PID, []))).resolves.toHaveLength(1);
});

it("an interrupted transaction with parallel reads rejects without an unhandled rejection", async () => {
  const work = async (db: Db) => {
    await cut(db);
    await db.prisma.account.findMany();
    await db.prisma.project.findMany({ include: { categories: true } });
  };
  await expect(database().transaction(work)).rejects.toThrow();
  await sleep(100);
});

const kinds = [
  ["hand-written SQL", (work: (db: Sql) => Promise<void>) => database().sqlTransaction(work)],
  ["Prisma", (work: (db: Sql) => Promise<void>) => database().transaction(work)],
] as const;
const statement = (text: string) => ({ name: "", text });

it.each(kinds)("a transaction that fails at its commit rejects, by %s", async (_, run) => {
  const table = `parts_${randomUUID().slice(0, 8)}`;
  await database().query(
    statement(
      `CREATE TABLE ${table} (id int PRIMARY KEY,
         whole int REFERENCES ${table} DEFERRABLE INITIALLY DEFERRED)`,
    ),
    [],
  );
  const insert = statement(`INSERT INTO ${table} VALUES (1, 2)`);
  await expect(run(async (db) => void (await db.query(insert, [])))).rejects.toThrow();
  expect(await database().query(statement(`SELECT FROM ${table}`), [])).toEqual([]);
});

it.each(kinds)(
  "of two transactions in a deadlock both commit in the end, by %s",
  async (_, run) => {
    const table = `counters_${randomUUID().slice(0, 8)}`;
    await database().query(
      statement(`CREATE TABLE ${table} AS SELECT id, 0 AS n FROM generate_series(1, 2) id`),
      [],
    );
    const add = statement(`UPDATE ${table} SET n = n + 1 WHERE id = $1::int`);
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const addTo = (first: 1 | 2) =>
      run(async (db) => {
        await db.query(add, [first]);
        both[first - 1]?.resolve();
        await Promise.all(both.map(({ promise }) => promise));
        await db.query(add, [3 - first]);
      });
    await Promise.all([addTo(1), addTo(2)]);
    const rows = await database().query<{ n: number }>(statement(`SELECT n FROM ${table}`), []);
    expect(rows.map(({ n }) => n)).toEqual([2, 2]);
  },
);

it("a server that is starting up counts as unreachable in every way of access", async () => {
  const server = await startingDatabase();
  try {
    for (const work of [
      () => database().prisma.account.findMany(),
      () => database().prisma.$queryRawUnsafe("SELECT 1"),
      () => database().transaction((db) => db.prisma.account.findMany()),
      () => database().sqlTransaction((sql) => sql.query(PID, [])),
    ]) {
      const error: unknown = await (work() as Promise<unknown>).catch((reason: unknown) => reason);
      expect(isUnreachable(error)).toBe(true);
    }
  } finally {
    await server.close();
  }
});

const lost = { originalCode: "57P03", kind: "postgres", code: "57P03" };
it.each([
  ["in Prisma's adapter", { code: "P2039", meta: { driverAdapterError: { cause: lost } } }],
  ["next to another error's code", { code: "P2039", cause: { code: "25P02", cause: lost } }],
  ["only in Prisma's message", { code: "P2039", message: "Database error. Code: `57P03`. …" }],
  ["among several", { errors: [new Error("no"), { code: "57P01" }] }],
  ["under another name", { code: "P2039", error: lost }],
])("a lost database inside an error, %s, is out of reach", (_, error) => {
  expect(isUnreachable(error)).toBe(true);
});

it("a rejected statement does not count as unreachable", () => {
  const refused = { originalCode: "23505", code: "23505" };
  for (const error of [
    { code: "P2002", meta: { driverAdapterError: { cause: refused } } },
    { code: "P2039", message: "Database error. Code: `22P05`. …" },
    new Error("no"),
    null,
  ]) {
    expect(isUnreachable(error)).toBe(false);
  }
});

it("a connection that is lost before its pool listens does not end the process", async () => {
  const url = process.env["DATABASE_URL"] ?? "";
  const { host } = new URL(url);
  const Client = primaryClientClass(url.replace(host, `${host},${host}`));
  const client = new Client({ connectionString: url });
  await client.connect();
  expect(() => client.emit("error", new Error("lost"))).not.toThrow();
  await client.end();
});
