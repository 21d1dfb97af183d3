import { decodeText } from "#core/decode-text";
import { Problem } from "#core/errors";
import { isWorkbook, NotAWorkbook, workbookToCsv } from "#gateways/spreadsheets";
import type { ExportFile } from "./read-exports";

const OLD_WORKBOOK = "d0cf11e0";

async function textOf(bytes: Uint8Array): Promise<string> {
  if (isWorkbook(bytes)) return workbookToCsv(bytes);
  const text = decodeText(bytes);
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
