import { Problem } from "#core/errors";
import { isWorkbook, NotAWorkbook, workbookToCsv } from "#gateways/spreadsheets";
import type { ExportFile } from "./read-retirements";

/** UTF-16 begins with a mark, or its Latin letters have a zero each. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const head = bytes.subarray(0, 200);
  for (const [index, byte] of head.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (odd * 3 > head.length && even === 0) return "utf-16le";
  return even * 3 > head.length && odd === 0 ? "utf-16be" : null;
}

/**
 * The text of an export. Those that are neither UTF-8 nor UTF-16 are read as Windows-1252, which
 * the exports of CAR have. Null for a file that is no text, such as a spreadsheet.
 */
export function decodeExport(bytes: Uint8Array): string | null {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const OLD_WORKBOOK = "d0cf11e0";

async function textOf(bytes: Uint8Array): Promise<string> {
  if (isWorkbook(bytes)) return workbookToCsv(bytes);
  const text = decodeExport(bytes);
  if (text !== null) return text;
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  const isOld = start === OLD_WORKBOOK;
  throw new NotAWorkbook(
    isOld ? "is an old workbook (XLS): save it as XLSX or CSV" : "is no text: save it as CSV first",
  );
}

/** Reads a CSV or XLSX file. @throws invalid-parameters with what is wrong with it */
export async function readExportFile(name: string, bytes: Uint8Array): Promise<ExportFile> {
  try {
    return { name, text: await textOf(bytes) };
  } catch (error) {
    if (!(error instanceof NotAWorkbook)) throw error;
    const title = "The file cannot be read";
    throw new Problem("invalid-parameters", { title, errors: { [name]: [error.message] } });
  }
}
