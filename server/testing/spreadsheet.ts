// Sums of CSV columns, read as a spreadsheet would.
import { parse } from "csv-parse/sync";

interface Sheet {
  csv: Buffer;
  /** Headings of the columns to sum. */
  columns: readonly string[];
}

function hundredths(cell: string): number {
  if (!/^-?\d*(\.\d+)?$/.test(cell)) throw new Error(`"${cell}" is not a number`);
  return Math.round(Number(cell) * 100);
}

/** Returns the sums in hundredths, by heading. @throws if a cell is not a number */
export function sumColumns({ csv, columns }: Sheet) {
  const [head = [], ...rows] = parse(csv, { relax_column_count: true }) as string[][];
  const sumOf = (heading: string) => {
    const at = head.indexOf(heading);
    if (at < 0) throw new Error(`there is no column "${heading}"`);
    return rows.reduce((sum, row) => sum + hundredths(row[at] ?? ""), 0);
  };
  return Object.fromEntries(columns.map((heading) => [heading, sumOf(heading)]));
}
