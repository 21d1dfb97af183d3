import { expect, it } from "vitest";
import { withClient } from "#core/db-client";
import { log } from "#core/log";
import { migrate } from "#setup/migrations";
import { emptyDatabase } from "#testing/database";
import { migrateBefore } from "#testing/former-schema";

const NAME = "20261130010000_terms_of_accounts";

const ROWS = `
  INSERT INTO accounts (id, mode, live_account_id, name, slug, created_at, has_ledger) VALUES
    ('acc_live', 'live', NULL, 'A', 'a', now(), false),
    ('acc_test', 'test', 'acc_live', 'A', 'a-test', now(), false),
    ('acc_prepaid', 'live', NULL, 'B', 'b', now(), true),
    ('acc_ended', 'live', NULL, 'C', 'c', now(), true);
  INSERT INTO account_balances (account_id, mode, terms, credit_limit_usd_cents) VALUES
    ('acc_prepaid', 'live', 'prepaid', 0), ('acc_ended', 'live', NULL, NULL)`;

it("accounts keep their terms; live ones without any are undecided, and test ones need none", async () => {
  const database = await emptyDatabase();
  try {
    await migrateBefore(database.url, NAME);
    const terms = await withClient(database.url, async (client) => {
      await client.query(ROWS);
      await migrate(database.url, log);
      const { rows } = await client.query("SELECT id, terms FROM accounts ORDER BY id");
      return Object.fromEntries(rows.map((row) => [row.id, row.terms]));
    });
    expect(terms).toEqual({
      acc_ended: "undecided",
      acc_live: "undecided",
      acc_prepaid: "prepaid",
      acc_test: null,
    });
  } finally {
    await database.drop();
  }
});
