// Rows of a CSV file of subaccounts.
import { CsvError, parse } from "csv-parse/sync";
import { unescapedCell } from "#core/csv";
import { CreateSubaccount, MAX_SUBACCOUNTS } from "#domain/accounts";

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
  return [",", ";", "\t"].reduce((best, other) => (count(other) > count(best) ? other : best));
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
