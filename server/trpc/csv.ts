// CSV export of lists (RFC 4180, UTF-8), one page at a time.
import { z } from "zod";
import type { Page, PageQuery } from "#core/page";
import { text } from "#core/text";

export type Cell = string | number | null;

/** Cell values by column name, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Rows in memory at a time. */
export const EXPORT_PAGE_ROWS = 1000;

/** Every export takes its list's filters and the last id of the previous page. */
export const ExportInput = z.strictObject({ after: text(64, 1).nullish() });

/** Converts `after` to the list's page query. */
export function placeAfter(after: string | null | undefined): PageQuery {
  return { limit: EXPORT_PAGE_ROWS, ...(after && { starting_after: after }) };
}

export interface ExportPage {
  head: string[];
  rows: Cell[][];
  /** `after` of the next page; null on the last one. */
  next: string | null;
}

export function exportPage<Row extends { id: string }>(
  { data, hasMore }: Page<Row>,
  columns: Columns<Row>,
): ExportPage {
  const cells = Object.values(columns);
  return {
    head: Object.keys(columns),
    rows: data.map((row) => cells.map((cell) => cell(row))),
    next: hasMore ? (data.at(-1)?.id ?? null) : null,
  };
}

// Positions where a spreadsheet may start a formula. With ";" as list separator, as in much of
// Europe, it splits our text at ";" and at line breaks, even if quoted.
const FORMULA_START = /(^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g;
const INVISIBLE_START = /^(?=[\t\r\n])/;
const NUMBER = /^[+-]?\d+([.,]\d+)*$/;

/** Puts an apostrophe before anything that a spreadsheet could run as a formula. */
function withoutFormulas(text: string, isFirst: boolean): string {
  // A spreadsheet that doesn't split at "," puts the whole line into the first cell.
  if (!isFirst && NUMBER.test(text)) return text;
  return text.replace(INVISIBLE_START, "'").replaceAll(FORMULA_START, "$1'");
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
