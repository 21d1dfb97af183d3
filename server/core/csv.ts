// Lists as CSV (RFC 4180, UTF-8), one page at a time.
import type { Context } from "./context";
import { type Money, plainAmount } from "./money";

export type Cell = string | number | null;

/** Cell values by column name, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns that have the names of the row's fields, in snake case. */
export function fields<Name extends string>(
  ...names: readonly Name[]
): Columns<Readonly<Record<Name, Cell>>> {
  return Object.fromEntries(names.map((name) => [snakeCase(name), (row) => row[name]]));
}

/** An amount in major units, and in minor units. */
export function amountColumns<Row>(
  name: string,
  amountOf: (row: Row) => Money | null,
): Columns<Row> {
  return {
    [name]: (row) => {
      const amount = amountOf(row);
      return amount && plainAmount(amount);
    },
    [`${name}_minor_units`]: (row) => amountOf(row)?.minor ?? null,
  };
}

/** Rows in memory at a time. */
export const CSV_PAGE_ROWS = 1000;

export interface CsvPage {
  head: string[];
  rows: Cell[][];
  /** `after` of the next page; null on the last one. */
  next: string | null;
  /** The subject of the list, for the name of the file, such as the number of an invoice. */
  subject?: string;
}

interface RowPage<Row> {
  data: readonly Row[];
  hasMore: boolean;
}

/** A page of a list whose cursor is the id of its last row. */
export function csvPage<Row extends { id: string }>(
  { data, hasMore }: RowPage<Row>,
  columns: Columns<Row>,
): CsvPage {
  const cells = Object.values(columns);
  return {
    head: Object.keys(columns),
    rows: data.map((row) => cells.map((cell) => cell(row))),
    next: hasMore ? (data.at(-1)?.id ?? null) : null,
  };
}

// Positions where a spreadsheet may start a formula. With ";" as list separator, as in much of
// Europe, it splits our text at ";" and at line breaks, even if quoted.
// Text that has apostrophes there gets another one, which reading takes away.
const FORMULA_START = /(^|[;\t\r\n])(?='*["\s]*[=+\-@＝＋－＠])/g;
const INVISIBLE_START = /^(?=[\t\r\n])/;
const NUMBER = /^[+-]?\d+([.,]\d+)*$/;

/** Puts an apostrophe before anything that a spreadsheet could run as a formula. */
function withoutFormulas(text: string, isFirst: boolean): string {
  // A spreadsheet that doesn't split at "," puts the whole line into the first cell.
  if (!isFirst && NUMBER.test(text)) return text;
  return text.replace(INVISIBLE_START, "'").replaceAll(FORMULA_START, "$1'");
}

const GUARDED_START = /(^|[;\t\r\n])'(?='*["\s]*[=+\-@＝＋－＠])/g;

/** The text of a cell that an export guarded against formulas. */
export function unescapedCell(text: string): string {
  return text.replaceAll(GUARDED_START, "$1");
}

function written(cell: Cell, column: number): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = withoutFormulas(cell, column === 0);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}

const linesOf = ({ rows }: CsvPage) => rows.map(csvLine).join("");

/** For people: spreadsheets take a file without it for one of another encoding. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Streams the lines. The next page is read when the previous one has been taken. */
export function csvStream(
  { log, mark = "" }: Pick<Context, "log"> & { mark?: typeof BYTE_ORDER_MARK | "" },
  first: CsvPage,
  read: (after: string) => Promise<CsvPage>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = first.next;
  return new ReadableStream<Uint8Array>(
    {
      start(stream) {
        stream.enqueue(encoder.encode(mark + csvLine(first.head) + linesOf(first)));
      },
      async pull(stream) {
        if (next === null) return stream.close();
        try {
          const page = await read(next);
          next = page.next;
          stream.enqueue(encoder.encode(linesOf(page)));
        } catch (error) {
          // Aborts the response, so that no one mistakes a part of the list for all of it.
          log.error({ event: "export.aborted", err: error }, "export aborted");
          stream.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}
