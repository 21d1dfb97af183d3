import { migrationsFolder, readMigrations } from "#setup/migrations";

const TABLES = ["retirement_totals", "sold_credits", "stock_totals"] as const;

/** The SQL of the newest migration that fills each table of totals from all rows. */
export function fillsOfTotals(): { table: string; text: string }[] {
  const migrations = readMigrations(migrationsFolder());
  return TABLES.map((table) => {
    const insert = new RegExp(`INSERT INTO ${table}[^;]*`);
    const text = migrations.flatMap(({ sql }) => insert.exec(sql) ?? []).at(-1);
    if (text === undefined) throw new Error(`no migration fills ${table}`);
    return { table, text };
  });
}
