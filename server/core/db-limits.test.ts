import { afterEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./db";
import { withDatabaseUse } from "./db-client";
import { isUnreachable } from "./db-errors";

const LIMITS = {
  name: "test-limits",
  text: `SELECT current_setting('statement_timeout') AS statement,
                current_setting('lock_timeout') AS lock,
                current_setting('idle_in_transaction_session_timeout') AS idle,
                current_setting('client_connection_check_interval') AS "clientCheck"`,
};
const SLEEP = { name: "test-sleep", text: "SELECT pg_sleep($1)" };
const request = { statement: "15s", lock: "3s", idle: "10s", clientCheck: "0" };
const long = { statement: "1h", lock: "3s", idle: "2min", clientCheck: "2s" };

describe.each([
  ["on PostgreSQL itself", false],
  ["behind a pooler", true],
])("time limits %s", (_, isPooled) => {
  let db: Database;
  const open = (max: number) => {
    db = openDatabase(process.env["DATABASE_URL"] ?? "", { max, isPooled });
    return db;
  };
  afterEach(() => db.close());

  const ways: [string, () => Promise<unknown>][] = [
    ["one statement", async () => (await db.query(LIMITS, []))[0]],
    [
      "SQL in a transaction",
      () => db.sqlTransaction(async (sql) => (await sql.query(LIMITS, []))[0]),
    ],
    ["Prisma", async () => (await db.prisma.$queryRawUnsafe<unknown[]>(LIMITS.text))[0]],
    [
      "Prisma in a transaction",
      () => db.transaction(async (tx) => (await tx.query(LIMITS, []))[0]),
    ],
  ];

  it.each(ways)("apply to %s, and end with their use", async (_way, setting) => {
    open(1);
    expect(await setting()).toEqual(request);
    expect(await withDatabaseUse("long", setting)).toEqual(long);
    expect(await setting()).toEqual(request);
    expect(await setting()).toEqual(request);
  });

  it("cancel a slow statement, and the connection stays usable", async () => {
    open(1);
    const slowly = db.sqlTransaction(async (sql) => {
      await sql.query({ name: "", text: "SET LOCAL statement_timeout = 50" }, []);
      await sql.query(SLEEP, [5]);
    });
    const error: unknown = await slowly.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "57014" });
    expect(isUnreachable(error)).toBe(true);
    expect(await db.query(LIMITS, [])).toEqual([request]);
  });

  it("keep values, types and errors as they are", async () => {
    open(1);
    await withDatabaseUse("long", async () => {
      const text = "SELECT $1::bigint AS big, $2::text AS word WHERE $3";
      const statement = { name: "test-values", text };
      expect(await db.query(statement, [7, "x", true])).toEqual([{ big: 7, word: "x" }]);
      expect(await db.query(statement, [8, null, true])).toEqual([{ big: 8, word: null }]);
      expect(await db.query(statement, [8, "x", false])).toEqual([]);
      const divide = { name: "test-divide", text: "SELECT 1 / $1::int AS n" };
      const divideByZero = () => db.query(divide, [0]);
      await expect(divideByZero()).rejects.toMatchObject({ code: "22012" });
      expect(await db.query(divide, [1])).toEqual([{ n: 1 }]);
      const wrong = { name: "test-wrong", text: "SELECT nonsense FROM nowhere" };
      await expect(db.query(wrong, [])).rejects.toMatchObject({ code: "42P01" });
      await expect(db.query(wrong, [])).rejects.toMatchObject({ code: "42P01" });
      await expect(db.prisma.account.findMany()).resolves.toEqual([]);
      await expect(db.query({ name: "", text: "SELECT 1 AS one" }, [])).resolves.toHaveLength(1);
    });
  });
});
