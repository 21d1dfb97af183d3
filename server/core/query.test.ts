import { sql } from "kysely";
import { expect, it } from "vitest";
import { database, type Sql } from "./db";
import { type Params, queriesOn, unnest } from "./query";

const query = queriesOn<object>();
const at = new Date("2026-01-31T23:30:00.250Z");

const secondsOf = query(
  "test-seconds-of-times",
  (db, times: Params<{ at: Date; rows: readonly { at: Date }[] }>) =>
    db
      .selectFrom(unnest("row", times.rows, { at: "timestamptz" }))
      .select([
        sql<number>`extract(epoch FROM ${times.at}::timestamptz)::float8`.as("one"),
        sql<number>`extract(epoch FROM row.at)::float8`.as("ofRow"),
      ]),
);

async function secondsIn(db: Sql) {
  await db.query({ name: "", text: "SET LOCAL TimeZone = 'Asia/Tokyo'" }, []);
  return secondsOf(db, { at, rows: [{ at }] });
}

it("a time is the same instant in every session time zone, in both kinds of transaction", async () => {
  const seconds = [{ one: at.getTime() / 1000, ofRow: at.getTime() / 1000 }];
  expect(await database().transaction(secondsIn)).toEqual(seconds);
  expect(await database().sqlTransaction(secondsIn)).toEqual(seconds);
});
