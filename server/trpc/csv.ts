// Lists as CSV (RFC 4180, UTF-8): a line for each row, and the page that an export reads at a time.
import { z } from "zod";
import type { Page, PageQuery } from "#core/page";
import { text } from "#core/text";

/** What a cell holds; a number is written as it is, null as nothing. */
export type Cell = string | number | null;

/** By the name in the first line; the rest follows in this order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** How many rows are in memory at a time. */
export const EXPORT_PAGE_ROWS = 1000;

/** What every export takes besides its list's own filters: the last row of the page before. */
export const ExportInput = z.strictObject({ after: text(64, 1).nullish() });

/** The place in the list from which a page is read, as list verbs take it. */
export function placeAfter(after: string | null | undefined): PageQuery {
  return { limit: EXPORT_PAGE_ROWS, ...(after && { starting_after: after }) };
}

/** A part of an export, as its procedure answers. */
export interface ExportPage {
  head: string[];
  rows: Cell[][];
  /** What to give as `after` for the next part; null where there is none. */
  next: string | null;
}

/** Writes a list verb's page by columns. */
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

// Where a spreadsheet may see a formula begin. With ";" as its list separator, as in much of Europe,
// it splits the text of ours, quoted or not, at ";" and at line breaks.
const FORMULA_START = /(^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g;
const INVISIBLE_START = /^(?=[\t\r\n])/;
const NUMBER = /^[+-]?\d+([.,]\d+)*$/;

/** Text that no spreadsheet runs: an apostrophe stands before what looks like a formula. */
function withoutFormulas(text: string, isFirst: boolean): string {
  // The first cell is followed by the rest of the line where "," separates nothing.
  if (!isFirst && NUMBER.test(text)) return text;
  return text.replace(INVISIBLE_START, "'").replaceAll(FORMULA_START, "$1'");
}

function written(cell: Cell, column: number): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = withoutFormulas(cell, column === 0);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}
