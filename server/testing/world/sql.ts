// The world's own statements: they share nothing with the product's.
import { database } from "#core/db";

export function select<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database().query<Row>({ name: "", text }, values);
}

/** @throws if there is no row */
export async function selectOne<Row>(text: string, values: readonly unknown[] = []): Promise<Row> {
  const [row] = await select<Row>(text, values);
  if (!row) throw new Error(`no row: ${text}`);
  return row;
}

/** The column `count` of the query's row. */
export async function selectCount(text: string, values: readonly unknown[] = []): Promise<number> {
  return (await selectOne<{ count: number }>(text, values)).count;
}

/** The column `id`; nothing if this process's connection is cut, as runs do. */
export async function selectIds(text: string, values: readonly unknown[] = []): Promise<string[]> {
  const rows = await select<{ id: string }>(text, values).catch(() => []);
  return rows.map(({ id }) => id);
}
