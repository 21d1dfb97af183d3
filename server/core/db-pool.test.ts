import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, database, openDatabase, poolWait } from "./db";
import { withDatabaseUse } from "./db-client";
import { reservedOf } from "./db-pool";
import { log } from "./log";
import { toProblem } from "./problem";

const MAX = 4;
const ONE = { name: "test-one", text: "SELECT 1 AS one" };
let db: Database;
let release: () => void;
let released: Promise<void>;
let holding: number;

beforeEach(() => {
  holding = 0;
  db = openDatabase(process.env["DATABASE_URL"] ?? "", { max: MAX, isPooled: false });
  released = new Promise((resolve) => {
    release = resolve;
  });
});
afterEach(async () => {
  release();
  await db.close();
});

/** Holds a connection until the test releases it. */
function occupy(by: (hold: () => Promise<void>) => Promise<unknown>): Promise<unknown> {
  return by(() => {
    holding += 1;
    return released;
  });
}

const occupyBySql = () => occupy((hold) => db.sqlTransaction(hold));
const occupyByPrisma = () => occupy((hold) => db.transaction(hold));

it("other work never takes the connections reserved for orders and payments", async () => {
  const all = [occupyBySql(), occupyByPrisma(), occupyBySql(), occupyByPrisma(), occupyBySql()];
  const room = MAX - reservedOf(MAX);
  await expect.poll(() => db.poolWait().others.queued).toBe(all.length - room);
  await expect.poll(() => holding).toBe(room);
  expect(await withDatabaseUse("sales", () => db.query(ONE, []))).toEqual([{ one: 1 }]);
  await withDatabaseUse("sales", () => db.transaction((tx) => tx.prisma.account.count()));
  expect(holding).toBe(room);
  expect(db.poolWait().sales.queued).toBe(0);
  release();
  await Promise.all(all);
  expect(db.poolWait().others).toEqual({ queued: 0, oldestMs: 0 });
});

it("orders and payments may take every connection, and their waiting time is measured", async () => {
  const all = Array.from({ length: MAX }, () => withDatabaseUse("sales", occupyBySql));
  await expect.poll(() => holding).toBe(MAX);
  const late = withDatabaseUse("sales", () => db.query(ONE, []));
  await expect.poll(() => db.poolWait().sales.oldestMs).toBeGreaterThan(20);
  expect(db.poolWait().sales.queued).toBe(1);
  release();
  expect(await late).toEqual([{ one: 1 }]);
  await Promise.all(all);
});

it("a lost or refused connection frees its place", async () => {
  const PID = { name: "test-pid", text: "SELECT pg_terminate_backend(pg_backend_pid())" };
  for (let turn = 0; turn < 2 * MAX; turn += 1) {
    await expect(db.query(PID, [])).rejects.toThrow();
  }
  const good = process.env["DATABASE_URL"] ?? "";
  db.moveTo("postgresql://nobody@127.0.0.1:1/nothing");
  for (let turn = 0; turn < 2 * MAX; turn += 1) {
    await expect(db.query(ONE, [])).rejects.toMatchObject({ code: "ECONNREFUSED" });
  }
  db.moveTo(good);
  expect(await db.query(ONE, [])).toEqual([{ one: 1 }]);
  expect(db.poolWait().others.queued).toBe(0);
});

it("the process's pool reports its queue, even before it is opened", async () => {
  expect(poolWait().others).toEqual({ queued: 0, oldestMs: 0 });
  const all = Array.from({ length: 30 }, () => database().query(ONE, []));
  expect(poolWait().others.queued).toBe(30);
  await Promise.all(all);
  expect(poolWait().others.queued).toBe(0);
});

it.each(["by SQL", "by Prisma"])(
  "leaves a server that has become a replica, written to %s",
  async (how) => {
    const own = openDatabase(process.env["DATABASE_URL"] ?? "", { max: 1, isPooled: false });
    const text = "DELETE FROM accounts WHERE false";
    const write = () =>
      how === "by SQL"
        ? own.sqlTransaction((sql) => sql.query({ name: "", text }, []))
        : own.transaction((tx) => tx.prisma.$executeRawUnsafe(text));
    try {
      // Each session of such a server refuses to write.
      await own.query({ name: "", text: "SET default_transaction_read_only = on" }, []);
      const error = await write().catch((reason: unknown) => reason);
      const { status, headers } = toProblem(error, log);
      expect({ status, headers }).toEqual({ status: 503, headers: { "retry-after": "1" } });
      await write();
      await own.query({ name: "", text: "SET default_transaction_read_only = on" }, []);
      own.renew();
      await write();
    } finally {
      await own.close();
    }
  },
);
