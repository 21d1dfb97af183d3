// The orders of invoices and credit notes as CSV, with the credits of each.
import type { z } from "zod";
import type { AccountContext } from "#core/context";
import { getAccount } from "#domain/accounts";
import { documentLinesCsv, listDocumentLines } from "#domain/statements";
import { calls } from "./calls";
import { ExportInput, placeAfter } from "./csv";
import { forCapability, forOperator, IdInput } from "./procedures";

const DocumentInput = ExportInput.extend(IdInput.shape);

async function documentCsvOf(ctx: AccountContext, { id, after }: z.output<typeof DocumentInput>) {
  return documentLinesCsv(await listDocumentLines(ctx, { id, ...placeAfter(after) }));
}

export const exportDocument = forCapability("read_billing")
  .input(DocumentInput)
  .query(calls(documentCsvOf));

/** `account` is the ID of the account in either mode, `id` that of the document. */
export const exportAccountDocument = forOperator
  .input(DocumentInput.extend({ account: IdInput.shape.id }))
  .query(async ({ ctx, input: { account: id, ...input } }) => {
    const account = (await getAccount(ctx, { id }))[ctx.mode];
    return documentCsvOf({ ...ctx, account }, input);
  });
