// Faults of rows of a CSV file that contradict each other, or subaccounts that are not in the file.
import type { Subaccount } from "#prisma";
import type { ImportFault, ImportPlan, ImportRow, PlannedRow } from "./subaccount-csv";

/** Faults of rows that are the same subaccount as an earlier row. */
export function faultsOfRepeats(rows: readonly PlannedRow[]): ImportFault[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, id, reference, name }) => {
    const keys = [id && `id ${id}`, reference && `reference ${reference}`].filter((key) => key);
    if (keys.length === 0) keys.push(`name ${name}`);
    const first = keys.map((key) => lines.get(key as string)).find((other) => other !== undefined);
    for (const key of keys) lines.set(key as string, first ?? line);
    const field = id ? "name" : reference ? "reference" : "name";
    const message = `is the same subaccount as line ${first}`;
    return first === undefined ? [] : [{ line, field, message }];
  });
}

/** Faults of slugs that two rows have, or a subaccount that keeps its slug. */
export function faultsOfSlugs(
  rows: readonly ImportRow[],
  plan: Pick<ImportPlan, "rows" | "updates">,
  subaccounts: readonly Subaccount[],
): ImportFault[] {
  const moved = new Set(
    plan.updates.filter(({ data }) => data.slug !== undefined).map(({ before }) => before.id),
  );
  const remaining = subaccounts.filter(({ id }) => !moved.has(id)).map(({ slug }) => slug);
  const updated = new Map(plan.rows.map(({ line, id }) => [line, id]));
  const ownSlugs = new Map(subaccounts.map(({ id, slug }) => [id, slug]));
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, slug }) => {
    if (slug === null) return [];
    const fault = (message: string) => [{ line, field: "slug", message }];
    const first = lines.get(slug);
    lines.set(slug, first ?? line);
    if (first !== undefined) return fault(`is also on line ${first}`);
    const isOwn = ownSlugs.get(updated.get(line) ?? "") === slug;
    return remaining.includes(slug) && !isOwn ? fault("is the slug of another subaccount") : [];
  });
}
