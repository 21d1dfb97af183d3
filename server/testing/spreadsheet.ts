// Sums of CSV columns as LibreOffice calculates them. Needs `apt-get install libreoffice-calc`.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";

const run = promisify(execFile);

export const hasOffice = await run("soffice", ["--version"]).then(
  () => true,
  () => false,
);

interface Sheet {
  /** For files and the program's settings. */
  folder: string;
  name: string;
  csv: Buffer;
  /** Headings of the columns to sum. */
  columns: readonly string[];
  /** Lines above the headings. */
  skip?: number;
  /** Semicolons, decimal commas and Latin-1. */
  isGerman?: boolean;
}

const letterOf = (index: number) =>
  (index >= 26 ? String.fromCharCode(64 + Math.floor(index / 26)) : "") +
  String.fromCharCode(65 + (index % 26));

/** Opens the file with a row of sums below it. Returns the sums in hundredths, by heading. */
export async function sumInOffice(sheet: Sheet): Promise<Record<string, number>> {
  const { folder, name, csv, columns, skip = 0, isGerman = false } = sheet;
  const delimiter = isGerman ? ";" : ",";
  const text = csv.toString(isGerman ? "latin1" : "utf8");
  const rows = parse(text, { delimiter, relax_column_count: true }) as string[][];
  const head = rows[skip] ?? [];
  const sums = head.map((heading, index) => {
    const letter = letterOf(index);
    return columns.includes(heading) ? `=SUM(${letter}${skip + 2}:${letter}${rows.length})` : "";
  });
  const source = join(folder, `${name}.csv`);
  const last = Buffer.from(`${sums.join(delimiter)}\r\n`);
  await writeFile(source, Buffer.concat([csv, last]));
  // Separator, quotes, character set, first line, formats of columns, language; formulas are run.
  const input = isGerman ? "59,34,12,1,,1031" : "44,34,76,1,,1033";
  await run("soffice", [
    `-env:UserInstallation=file://${join(folder, "profile")}`,
    "--headless",
    `--infilter=Text - txt - csv (StarCalc):${input},false,true,false,false,false,-1,true`,
    "--convert-to",
    "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,false",
    "--outdir",
    join(folder, "out"),
    source,
  ]);
  const out = await readFile(join(folder, "out", `${name}.csv`), "utf8");
  const result = (parse(out, { relax_column_count: true }) as string[][]).at(-1) ?? [];
  const sumOf = (heading: string) => Math.round(Number(result[head.indexOf(heading)]) * 100);
  return Object.fromEntries(columns.map((heading) => [heading, sumOf(heading)]));
}
