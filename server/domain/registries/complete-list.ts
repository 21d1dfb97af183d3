import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { findMissingStock, type SerialRange } from "#domain/inventory";
import type { MissingReport } from "./import-report";
import type { ExportSummary } from "./read-exports";
import type { Registry } from "./registry-keys";
import { MAX_REPORTED } from "./task";

/** @throws invalid `complete` if the files can't be all that the account holds */
export function requireComplete({ files, refused }: ExportSummary): void {
  if (!files.some(({ kind }) => kind === "holdings")) {
    throw invalid("complete", "needs a file of your account’s holdings");
  }
  if (refused.some(({ isMalformed }) => isMalformed)) {
    throw invalid("complete", "is not possible: rows of the files cannot be read");
  }
}

/** Compares all that an account holds at the registry with stock and orders. Changes nothing. */
export async function compareHoldings(
  ctx: Context,
  input: { mode: Mode; registry: Registry; ranges: readonly SerialRange[] },
): Promise<MissingReport> {
  const missing = await findMissingStock(ctx, input);
  const sumKg = (isSold: boolean) =>
    missing.reduce((sum, part) => sum + (part.isSold === isSold ? part.kg : 0), 0);
  return {
    rows: missing.slice(0, MAX_REPORTED),
    count: missing.length,
    unsoldKg: sumKg(false),
    soldKg: sumKg(true),
  };
}
