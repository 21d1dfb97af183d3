// Subaccounts that each row of a CSV file would create or change.
import { isChange, type NewSubaccount, type SubaccountUpdate } from "#domain/accounts";
import type { Portfolio, Subaccount } from "#prisma";
import type { ImportFault, ImportRow } from "./subaccount-csv";

export interface PlannedRow {
  line: number;
  name: string;
  reference: string | null;
  action: "create" | "update" | "unchanged";
  /** Id of the existing subaccount. */
  id: string | null;
  /** Columns that an update changes. */
  changes: string[];
}

export interface ImportPlan {
  rows: PlannedRow[];
  faults: ImportFault[];
  creates: NewSubaccount[];
  updates: SubaccountUpdate[];
}

interface Existing {
  subaccounts: readonly Subaccount[];
  portfolios: readonly Pick<Portfolio, "id" | "name">[];
}

class RowFault extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The existing subaccount of the row: by id, else by reference, else by name. */
function matchOf(row: ImportRow, subaccounts: readonly Subaccount[]): Subaccount | null {
  const { id, reference, name } = row;
  if (id !== null) {
    const byId = subaccounts.find((subaccount) => subaccount.id === id);
    if (!byId) throw new RowFault("id", "is not the id of a subaccount");
    return byId;
  }
  const byReference = subaccounts.find(
    (other) => reference !== null && other.reference === reference,
  );
  if (byReference) return byReference;
  // A subaccount with another reference is another one.
  const named = subaccounts.filter(
    (other) => other.name === name && (reference === null || other.reference === null),
  );
  if (named.length > 1) {
    throw new RowFault("name", `is the name of ${named.length} subaccounts: add a reference or id`);
  }
  return named[0] ?? null;
}

function portfolioIdOf(portfolio: string, portfolios: Existing["portfolios"]): string {
  const byId = portfolios.find(({ id }) => id === portfolio);
  if (byId) return byId.id;
  const [named, ...others] = portfolios.filter(({ name }) => name === portfolio);
  if (!named) throw new RowFault("portfolio", "is not a portfolio you may use");
  if (others.length > 0)
    throw new RowFault("portfolio", "is the name of two portfolios: use the id");
  return named.id;
}

/** Values that the row sets. An empty reference changes nothing, because it may be the only key,
 * and neither does an empty slug, because a public address may depend on it. */
function valuesOf(row: ImportRow, { portfolios }: Existing) {
  const { name, email, reference, portfolio, slug } = row;
  return {
    name,
    ...(email !== undefined && { email }),
    ...(reference !== null && { reference }),
    ...(slug !== null && { slug }),
    ...(portfolio !== undefined && {
      defaultPortfolioId: portfolio && portfolioIdOf(portfolio, portfolios),
    }),
  };
}

const columnNames = {
  name: "name",
  email: "email",
  reference: "reference",
  defaultPortfolioId: "portfolio",
  slug: "slug",
} as const;

function planRow(plan: ImportPlan, row: ImportRow, existing: Existing): void {
  const { line, name } = row;
  const before = matchOf(row, existing.subaccounts);
  const data = valuesOf(row, existing);
  const planned = { line, name, reference: row.reference ?? before?.reference ?? null };
  if (!before) {
    const { defaultPortfolioId, ...values } = data;
    plan.creates.push({ ...values, default_portfolio_id: defaultPortfolioId });
    plan.rows.push({ ...planned, action: "create", id: null, changes: [] });
    return;
  }
  const changed = (Object.keys(data) as (keyof typeof columnNames)[]).filter(
    (field) => data[field] !== before[field],
  );
  const update = { before, data };
  if (isChange(update)) plan.updates.push(update);
  const action = changed.length > 0 ? "update" : "unchanged";
  const changes = changed.map((field) => columnNames[field]);
  plan.rows.push({ ...planned, action, id: before.id, changes });
}

/** Decides for each row whether it creates or changes a subaccount. */
export function planImport(rows: readonly ImportRow[], existing: Existing): ImportPlan {
  const plan: ImportPlan = { rows: [], faults: [], creates: [], updates: [] };
  for (const row of rows) {
    try {
      planRow(plan, row, existing);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      plan.faults.push({ line: row.line, field: error.field, message: error.message });
    }
  }
  plan.faults.push(...faultsOfRepeats(plan.rows));
  if (plan.faults.length === 0)
    plan.faults.push(...faultsOfSlugs(rows, plan, existing.subaccounts));
  return plan;
}

/** Faults of rows that are the same subaccount as an earlier row. */
function faultsOfRepeats(rows: readonly PlannedRow[]): ImportFault[] {
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
function faultsOfSlugs(
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
