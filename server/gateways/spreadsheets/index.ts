// Workbooks (XLSX), read in another process.
import { currentCaller } from "#core/caller";
import { FairQueue, tooBusy, tooMany } from "#core/fair-queue";
import { oncePerProcess } from "#core/once-per-process";
import { runDecoder } from "#gateways/decoding";

/** The message says what is wrong with the file, follows its name, and is public. */
export class NotAWorkbook extends Error {
  override readonly name = "NotAWorkbook";
}

const BUSY = "Too many workbooks are being read. Try again in a minute.";

const limits = {
  dataKib: 2_500_000,
  heapMib: 1500,
  cpuSeconds: 90,
  outputBytes: 100_000_000,
};

/** A large workbook needs more than a GB while it is read. */
const readers = oncePerProcess(
  "workbook-readers",
  () =>
    new FairQueue({
      ...{ atOnce: 1, atOncePerClient: 1, waiting: 8, waitingPerClient: 8, waitMs: 300_000 },
      refusal: (isOwnFault) => (isOwnFault ? tooMany(BUSY) : tooBusy(BUSY)),
    }),
);

/** Returns whether the file is a ZIP archive, as XLSX is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString("hex") === "504b0304";
}

/**
 * Returns a workbook's only table as CSV, with numbers as written and dates as YYYY-MM-DD.
 * @throws NotAWorkbook; Problem unavailable if too many wait
 */
export async function workbookToCsv(bytes: Uint8Array): Promise<string> {
  const decoding = await readers.run(currentCaller(), () =>
    runDecoder({ folder: "spreadsheets", args: [], bytes, limits }),
  );
  if (decoding.kind === "decoded") return decoding.body.toString("utf8");
  if (decoding.kind === "refused") throw new NotAWorkbook(decoding.reason);
  if (decoding.kind === "busy") throw tooBusy(BUSY);
  const needs = decoding.kind === "too-long" ? "time" : "memory";
  throw new NotAWorkbook(`takes too much ${needs} to read: save it as CSV`);
}
