// Connections that are lost: whoever used one is told, and the process lives on.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Db, database, type Sql } from "./db";

const PID = { name: "test-pid", text: "SELECT pg_backend_pid() AS pid" };
const CUT = { name: "test-cut", text: "SELECT pg_terminate_backend($1::int) AS cut" };

/** Ends the server's side of the connection that `sql` is on. */
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

it("a transaction of several reads at once, cut, rejects and leaves nothing unheard", async () => {
  const work = async (db: Db) => {
    await cut(db);
    await db.prisma.account.findMany();
    await db.prisma.project.findMany({ include: { categories: true } });
  };
  await expect(database().transaction(work)).rejects.toThrow();
  await sleep(100);
});
