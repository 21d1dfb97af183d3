// A day's run of retention must not read again what earlier runs have emptied.
import { expect, it } from "vitest";
import { type Db, database } from "#core/db";
import { forgetUnpaidCustomers } from "#domain/checkout";
import { removeOldMailContent } from "#domain/queue";
import { openSession } from "#testing/checkout";

const EMPTIED = 3000;
const old = { before: new Date(Date.now() + 86_400_000), limit: 100 };
const OLD_ROW = "now() - interval '1 year'";

class Undo extends Error {}

async function run(db: Db, text: string): Promise<Record<string, unknown>[]> {
  return db.query<Record<string, unknown>>({ name: "", text }, []);
}

/** Rows of the table that `work` reads, in a transaction that is rolled back. */
async function readBy(table: string, fill: string, work: (db: Db) => Promise<unknown>) {
  let read = Number.NaN;
  const reading = database().transaction(async (db) => {
    await run(db, fill);
    await run(db, `ANALYZE ${table}`);
    const count = async () => {
      const [row] = await run(
        db,
        `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n
         FROM pg_stat_xact_user_tables WHERE relname = '${table}'`,
      );
      return Number(row?.["n"]);
    };
    const before = await count();
    await work(db);
    read = (await count()) - before;
    throw new Undo();
  });
  await expect(reading).rejects.toThrow(Undo);
  return read;
}

it("of mails", async () => {
  const fill = `
    INSERT INTO jobs (id, kind, key, payload, state, run_at, created_at, ended_at)
    SELECT 'mail_0' || lpad(n::text, 25, '0'), 'customer-mail', 'reads:' || n, '{}', 'done', ${OLD_ROW},
           ${OLD_ROW}, ${OLD_ROW}
    FROM generate_series(1, ${EMPTIED}) n`;
  const read = await readBy("jobs", fill, (db) => removeOldMailContent({ db }, old));
  expect(read).toBeLessThan(EMPTIED / 2);
});

it("of unpaid sessions", async () => {
  const { id } = await openSession();
  const fill = `
    INSERT INTO checkout_sessions
    SELECT (jsonb_populate_record(session, jsonb_build_object('id', 'cs_0' || lpad(n::text, 25, '0'),
      'state', 'expired', 'expires_at', ${OLD_ROW}, 'customer_email', NULL))).*
    FROM checkout_sessions session, generate_series(1, ${EMPTIED}) n WHERE session.id = '${id}'`;
  const read = await readBy("checkout_sessions", fill, (db) => forgetUnpaidCustomers({ db }, old));
  expect(read).toBeLessThan(EMPTIED / 2);
});
