// Subaccounts from a CSV file: its rows, and what each would change.
import { CsvError, parse } from "csv-parse/sync";
import { unescapedCell } from "#core/csv";
import {
  CreateSubaccount,
  isChange,
  MAX_SUBACCOUNTS,
  type NewSubaccount,
  type SubaccountUpdate,
} from "#domain/accounts";
import type { Portfolio, Subaccount } from "#prisma";
import { faultsOfRepeats, faultsOfSlugs } from "./subaccount-csv-faults";

export interface ImportFault {
  line: number;
  /** Column of the file. */
  field: string;
  message: string;
}

/** Null: the cell is empty. Undefined: the file has no such column. */
export interface ImportRow {
  line: number;
  id: string | null;
  reference: string | null;
  name: string;
  email: string | null | undefined;
  /** Id or name of a portfolio. */
  portfolio: string | null | undefined;
  slug: string | null;
}

type Field = Exclude<keyof ImportRow, "line">;

/** Columns by their names in files, in lower case with underscores. */
const fieldsByColumn: Readonly<Record<string, Field>> = {
  id: "id",
  reference: "reference",
  external_reference: "reference",
  name: "name",
  email: "email",
  "e-mail": "email",
  default_portfolio_id: "portfolio",
  portfolio: "portfolio",
  slug: "slug",
};

const Cells = CreateSubaccount.pick({ name: true, email: true, reference: true, slug: true });

interface CsvFile {
  rows: ImportRow[];
  faults: ImportFault[];
  /** Columns that are not imported. */
  ignored: string[];
}

/** The separator that the header has most of. */
function separatorOf(text: string): string {
  const [header = ""] = text.split("\n", 1);
  const count = (separator: string) => header.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

function recordsOf(csv: string): CsvRecord[] {
  const text = csv.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return parse(text.endsWith("\n") ? text : `${text}\n`, {
    delimiter: separatorOf(text),
    record_delimiter: "\n",
    relax_column_count: true,
    skip_records_with_empty_values: true,
    info: true,
  }) as unknown as CsvRecord[];
}

const failed = (line: number, field: string, message: string): CsvFile => ({
  rows: [],
  faults: [{ line, field, message }],
  ignored: [],
});

/** First line of a record; the parser counts lines to its end. */
const lineOf = ({ record, info: { lines } }: CsvRecord) =>
  lines - record.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);

function rowOf(cells: Partial<Record<Field, string>>, line: number): ImportRow {
  const text = (field: Field) => {
    const cell = cells[field];
    return cell === undefined ? undefined : unescapedCell(cell.trim()) || null;
  };
  return {
    line,
    id: text("id") ?? null,
    reference: text("reference") ?? null,
    // A spreadsheet's cell may have several lines, a name has one.
    name: text("name")?.replaceAll(/\s*[\r\n]+\s*/g, " ") ?? "",
    email: text("email"),
    portfolio: text("portfolio"),
    slug: text("slug") ?? null,
  };
}

function faultsOf({ line, name, email, reference, slug }: ImportRow): ImportFault[] {
  if (name === "") return [{ line, field: "name", message: "is required" }];
  const result = Cells.safeParse({ name, email, reference, slug });
  return (result.error?.issues ?? []).map(({ path, message }) => ({
    line,
    field: String(path[0]),
    message,
  }));
}

/** Reads the rows, and the faults of each. A file with faults is not imported. */
export function readSubaccountCsv(csv: string): CsvFile {
  let records: CsvRecord[];
  try {
    records = recordsOf(csv);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return failed(Number(error["lines"] ?? 1), "file", error.message);
  }
  const [header, ...lines] = records;
  if (!header) return failed(1, "file", "is empty");
  const columns = header.record.map((head) => head.trim().toLowerCase().replaceAll(" ", "_"));
  const fields = columns.map((column) => fieldsByColumn[column]);
  if (!fields.includes("name"))
    return failed(1, "name", "is missing: the first line names columns");
  const twice = fields.find((field, at) => field !== undefined && fields.indexOf(field) < at);
  if (twice) return failed(1, twice, "is in two columns");
  if (lines.length > MAX_SUBACCOUNTS) {
    return failed(1, "file", `has ${lines.length} rows; at most ${MAX_SUBACCOUNTS} are imported`);
  }
  const rows = lines.map((line) => {
    const cells = fields.flatMap((field, at) => (field ? [[field, line.record[at] ?? ""]] : []));
    return rowOf(Object.fromEntries(cells), lineOf(line));
  });
  const ignored = header.record.filter((_, at) => fields[at] === undefined);
  return { rows, faults: rows.flatMap(faultsOf), ignored };
}

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
    const own = subaccounts.find((subaccount) => subaccount.id === id);
    if (!own) throw new RowFault("id", "is not the id of a subaccount");
    return own;
  }
  const byReference = subaccounts.find((one) => reference !== null && one.reference === reference);
  if (byReference) return byReference;
  // A subaccount with another reference is another one.
  const named = subaccounts.filter(
    (one) => one.name === name && (reference === null || one.reference === null),
  );
  if (named.length > 1) {
    throw new RowFault("name", `is the name of ${named.length} subaccounts: add a reference or id`);
  }
  return named[0] ?? null;
}

function portfolioIdOf(portfolio: string, portfolios: Existing["portfolios"]): string {
  const own = portfolios.find(({ id }) => id === portfolio);
  if (own) return own.id;
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
    const { defaultPortfolioId, ...rest } = data;
    plan.creates.push({ ...rest, default_portfolio_id: defaultPortfolioId });
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
