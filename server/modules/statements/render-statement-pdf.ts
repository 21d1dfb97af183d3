import type { AccountContext } from "#core/context";
import type { Statement } from "./statement";

/** Imports what renders PDFs on demand, because it takes 55 MB of memory. */
export async function renderStatementPdf(
  ctx: AccountContext,
  statement: Statement,
): Promise<Uint8Array> {
  const { drawStatement } = await import("./statement-pdf");
  return drawStatement(ctx, statement);
}
