// A program that reads an XLSX workbook from stdin and writes its table as CSV to stdout.
// run-decoder.ts starts it with almost no permissions. Node runs this file directly.
import { buffer } from "node:stream/consumers";
import readXlsxFile, { type Row, type Sheet } from "read-excel-file/node";

/** As in run-decoder.ts, which this process cannot read. */
const [READY, DECODED, REFUSED] = [0x52, 0x44, 0x4e];

const MAX_UNPACKED_BYTES = 100_000_000;

/** The message follows the file's name, and is public. */
class NotAWorkbook extends Error {}

const END_OF_DIRECTORY = Buffer.from("504b0506", "hex");
const ENTRY = Buffer.from("504b0102", "hex");

/** Sum of the sizes that the directory at the end of the archive states. */
function unpackedBytes(zip: Buffer): number {
  const end = zip.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0 || end + 22 > zip.length) throw new NotAWorkbook("is an incomplete XLSX file");
  let sum = 0;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (!zip.subarray(at, at + 4).equals(ENTRY)) throw new NotAWorkbook("is a damaged XLSX file");
    sum += zip.readUInt32LE(at + 24);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return sum;
}

/** Excel's time of midnight is a date alone. */
const dateText = (date: Date) => date.toISOString().replace(/T00:00:00\.000Z$/, "");

function cellText(cell: Row<string>[number]): string {
  if (cell === null) return "";
  return cell instanceof Date ? dateText(cell) : String(cell);
}

function csvLine(row: Row<string>): string {
  return row
    .map(cellText)
    .map((text) => (/[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(",");
}

/** A table has at least two rows of two cells; notes beside it have not. */
function isTable({ data }: Sheet<string>): boolean {
  return data.filter((row) => row.filter((cell) => cell !== null).length > 1).length > 1;
}

async function toCsv(bytes: Buffer): Promise<string> {
  if (unpackedBytes(bytes) > MAX_UNPACKED_BYTES) {
    throw new NotAWorkbook(`has more than ${MAX_UNPACKED_BYTES / 1_000_000} MB unpacked`);
  }
  // Numbers stay as they are written: a serial must not be rounded.
  const sheets = await readXlsxFile(bytes, { parseNumber: (text) => text, trim: false });
  const tables = sheets.filter(isTable);
  const [table, ...others] = tables;
  if (table === undefined) throw new NotAWorkbook("has no sheet with a table");
  if (others.length > 0) {
    const names = tables.map(({ sheet }) => `"${sheet}"`).join(", ");
    throw new NotAWorkbook(`has several sheets with tables (${names}): keep one`);
  }
  return `${table.data.map(csvLine).join("\n")}\n`;
}

async function decode(): Promise<Buffer> {
  try {
    const csv = await toCsv(await buffer(process.stdin));
    return Buffer.concat([Buffer.of(DECODED), Buffer.from(csv)]);
  } catch (error) {
    const isRefusal = error instanceof NotAWorkbook;
    if (!isRefusal) process.stderr.write(`${error}\n`);
    const reason = isRefusal ? error.message : "is no readable XLSX file: save it as CSV";
    return Buffer.concat([Buffer.of(REFUSED), Buffer.from(reason)]);
  }
}

process.stdout.write(Buffer.of(READY));
process.stdout.write(await decode());
