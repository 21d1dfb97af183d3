// A guarantee of the database: what it accepts and what it refuses, tried on a ledger of raw rows.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledger } from "#testing/ledger";

const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });

beforeAll(async () => {
  await client.connect();
  await client.query(["BEGIN", ...ledger, "COMMIT"].join(";\n"));
});
afterAll(() => client.end());

/** "accepted", or the name of the constraint that refused the statements; nothing of them stays. */
async function outcomeOf(statements: string[]): Promise<string> {
  await client.query("BEGIN");
  try {
    for (const statement of statements) {
      const { rowCount } = await client.query(statement);
      if (!rowCount) throw new Error(`changed nothing: ${statement}`);
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

interface Law {
  /** Transactions that are lawful: they show that nothing is refused by accident. */
  allows: string[][];
  /** Transactions that must fail, each after the constraint that must refuse it. */
  refuses: [constraint: string, ...statements: string[]][];
}

export function guarantee(title: string, { allows, refuses }: Law): void {
  test.each(allows)(`${title}: it accepts what is lawful`, async (...statements) => {
    expect(await outcomeOf(statements)).toBe("accepted");
  });
  test.each(refuses)(`${title}: %s refuses`, async (constraint, ...statements) => {
    expect(await outcomeOf(statements)).toBe(constraint);
  });
}
