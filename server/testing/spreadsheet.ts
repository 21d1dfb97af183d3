// Sums of CSV columns, read as a spreadsheet of the file's language would.
import { parse } from "csv-parse/sync";

interface Sheet {
  csv: Buffer;
  /** Headings of the columns to sum. */
  columns: readonly string[];
  /** Lines above the headings. */
  skip?: number;
  /** Semicolons, decimal commas and Latin-1. */
  isGerman?: boolean;
}

function hundredths(cell: string, isGerman: boolean): number {
  const number = isGerman ? cell.replaceAll(".", "").replace(",", ".") : cell;
  if (!/^-?\d*(\.\d+)?$/.test(number)) throw new Error(`"${cell}" is not a number`);
  return Math.round(Number(number) * 100);
}

/** Returns the sums in hundredths, by heading. @throws if a cell is not a number */
export function sumColumns({ csv, columns, skip = 0, isGerman = false }: Sheet) {
  const text = csv.toString(isGerman ? "latin1" : "utf8");
  const options = { delimiter: isGerman ? ";" : ",", relax_column_count: true };
  const [head = [], ...rows] = (parse(text, options) as string[][]).slice(skip);
  const sumOf = (heading: string) => {
    const at = head.indexOf(heading);
    if (at < 0) throw new Error(`there is no column "${heading}"`);
    return rows.reduce((sum, row) => sum + hundredths(row[at] ?? "", isGerman), 0);
  };
  return Object.fromEntries(columns.map((heading) => [heading, sumOf(heading)]));
}
