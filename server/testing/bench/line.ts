import type { Sql } from "#core/db";

/** SQL for the end of the test mode's line of kg, where seeded lots start. */
export const NEXT_LINE_KG = "(SELECT next_line_kg FROM catalogues WHERE mode = 'test')";

/** Moves the end of the test mode's line behind seeded lots. */
export async function closeLine(sql: Sql): Promise<void> {
  const text = `
    UPDATE catalogues SET next_line_kg = (
      SELECT max(line_start_kg + quantity_kg) FROM credit_lots WHERE mode = 'test'
    ) WHERE mode = 'test'`;
  await sql.query({ name: "", text }, []);
}
