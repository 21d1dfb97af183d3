import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledger } from "#testing/ledger";

/** The present file's client: files in one process share this module but not the database. */
let client: pg.Client | undefined;

/** Inserts the raw ledger before the tests that `guarantee` adds. */
export function openLedger(): void {
  beforeAll(async () => {
    client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
    await client.connect();
    await client.query(["BEGIN", ...ledger, "COMMIT"].join(";\n"));
  });
  afterAll(async () => {
    await client?.end();
    client = undefined;
  });
}

/**
 * Returns "accepted", or the name of the constraint that refused the statements; rolls back either
 * way.
 */
async function outcomeOf(statements: string[]): Promise<string> {
  if (!client) throw new Error("Call openLedger() at the top of this file.");
  await client.query("BEGIN");
  try {
    for (const statement of statements) {
      const { rowCount } = await client.query(statement);
      if (!rowCount) throw new Error(`a statement changed nothing: ${statement}`);
    }
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    return "accepted";
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint) return error.constraint;
    throw error;
  } finally {
    await client.query("ROLLBACK");
  }
}

interface Cases {
  /** Valid transactions: they show that nothing is refused by accident. */
  allows: string[][];
  /** Invalid transactions, each after the constraint that must refuse it. */
  refuses: [constraint: string, ...statements: string[]][];
}

export function guarantee(title: string, { allows, refuses }: Cases): void {
  test.each(allows)(`${title}: accepts valid changes`, async (...statements) => {
    expect(await outcomeOf(statements)).toBe("accepted");
  });
  test.each(refuses)(`${title}: %s rejects invalid ones`, async (constraint, ...statements) => {
    expect(await outcomeOf(statements)).toBe(constraint);
  });
}
