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

/** Parses a CSV text into rows with their first lines, without blank rows. */
export function parseTable(csv: string): Table {
  const text = csv.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
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
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell.trim() !== "")) {
          const width = rows[0]?.cells.length ?? cells.length;
          const isWhole = cells.length === width;
          const repaired = isWhole ? cells : repair(cells, { raw: rawLines(lines), width });
          rows.push({ line: lastLine + 1, cells: repaired });
        }
        lastLine = lines;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    fault = { line: lastLine + 1, message: error.message };
  }
  const [header, ...others] = rows;
  return { header: (header?.cells ?? []).map(cleanText), rows: others, fault };
}
