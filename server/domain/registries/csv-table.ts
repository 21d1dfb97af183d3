import { CsvError, parse } from "csv-parse/sync";
import { cleanText } from "./export-row";

export interface TableRow {
  /** First line of the row, from 1. */
  line: number;
  cells: string[];
}

export interface Table {
  header: string[];
  rows: TableRow[];
  /** First malformed CSV; the rows before it are read. */
  fault: { line: number; message: string } | null;
}

/**
 * Splits a row whose cells are all quoted, but whose inner quotes are not doubled: CAR's exports
 * have such rows. Returns the given cells if the row has another form.
 */
function repair(cells: string[], { raw, width }: { raw: string; width: number }): string[] {
  const row = raw.trim();
  const hasEmptyEnd = row.endsWith(",");
  const quoted = hasEmptyEnd ? row.slice(0, -1) : row;
  if (!quoted.startsWith('"') || !quoted.endsWith('"')) return cells;
  const others = quoted.slice(1, -1).split('","');
  if (hasEmptyEnd) others.push("");
  return others.length === width ? others : cells;
}

/** A table's place in a text. */
export interface TableStart {
  delimiter: string;
  /** Line of the header, from 1. */
  line: number;
  header: string[];
}

const plainLines = (csv: string) => csv.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

/** Excel writes a text that it must not change as a formula: `="0012"`. */
const plainCell = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

/** Rows without blank ones, with their first lines. */
function parseRows(text: string, delimiter: string) {
  const rows: TableRow[] = [];
  let lastLine = 0;
  let fault: Table["fault"] = null;
  let textLines: string[] | null = null;
  const rawLines = (to: number) => {
    textLines ??= text.split("\n");
    return textLines.slice(lastLine, to).join("\n");
  };
  try {
    parse(text, {
      delimiter,
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell.trim() !== "")) {
          const width = rows[0]?.cells.length ?? cells.length;
          const isWhole = delimiter !== "," || cells.length === width;
          const repaired = isWhole ? cells : repair(cells, { raw: rawLines(lines), width });
          rows.push({ line: lastLine + 1, cells: repaired.map(plainCell) });
        }
        lastLine = lines;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    fault = { line: lastLine + 1, message: error.message };
  }
  return { rows, fault };
}

const DELIMITERS = [",", ";", "\t"];
/** In characters: holds every header, and its title lines. */
const HEAD_LENGTH = 100_000;
const MAX_TITLE_LINES = 20;

const isFilled = (cell: string) => cell.trim() !== "";
const filledOf = (cells: readonly string[]) => cells.filter(isFilled).length;

/**
 * Places where the header may be, the likeliest first: separators differ between spreadsheets, and
 * some exports begin with a title. A title has fewer than half of the header's cells, so that no
 * row of another table is taken for one.
 */
export function tableStarts(csv: string): TableStart[] {
  const head = plainLines(csv.slice(0, HEAD_LENGTH));
  const starts = DELIMITERS.flatMap((delimiter) => {
    const rows = parseRows(head, delimiter).rows.slice(0, MAX_TITLE_LINES);
    return rows.flatMap(({ line, cells }, index) => {
      const width = filledOf(cells);
      const isFirst = rows.slice(0, index).every((row) => filledOf(row.cells) * 2 < width);
      return isFirst ? [{ delimiter, line, header: cells.map(cleanText), width }] : [];
    });
  });
  return starts.sort((a, b) => b.width - a.width);
}

/** The lines from this one on. */
function fromLine(text: string, line: number): string {
  let start = 0;
  for (let n = 1; n < line; n++) start = text.indexOf("\n", start) + 1;
  return text.slice(start);
}

/** Empty cells after the last named column are added or dropped, to fit the header. */
function fitted(cells: string[], header: readonly string[]): string[] {
  const named = header.findLastIndex(isFilled) + 1;
  if (cells.length < named || cells.slice(named).some(isFilled)) return cells;
  return header.map((_, index) => cells[index] ?? "");
}

/** Parses a CSV text into rows with their first lines, without blank rows. */
export function parseTable(csv: string, start: Omit<TableStart, "header">): Table {
  const { rows, fault } = parseRows(fromLine(plainLines(csv), start.line), start.delimiter);
  const [first, ...others] = rows;
  const header = (first?.cells ?? []).map(cleanText);
  const above = start.line - 1;
  return {
    header,
    rows: others.map(({ line, cells }) => ({ line: line + above, cells: fitted(cells, header) })),
    fault: fault && { ...fault, line: fault.line + above },
  };
}
