// Downloads of evidence about a paid purchase, for members who refund, and for operators.
import { database } from "#core/db";
import { type EvidenceExport, exportEvidence, exportEvidenceOfAny } from "#domain/checkout";
import { respondToOwnPage } from "./context";
import { fileResponse } from "./file-response";
import { createCallerFactory, forCapability, forOperator, IdInput, router } from "./procedures";

// Mutations, because the export is recorded.
const evidenceRouter = router({
  own: forCapability("refunds")
    .meta({ forLimited: "checkout_session" })
    .meta({ opensTransaction: true })
    .input(IdInput)
    .mutation(({ ctx, input }) => exportEvidence(ctx, { ...input, database: database() })),
  ofAny: forOperator
    .meta({ opensTransaction: true })
    .input(IdInput)
    .mutation(({ ctx, input }) =>
      exportEvidenceOfAny(ctx, { ...input, mode: ctx.mode, database: database() }),
    ),
});
const makeCaller = createCallerFactory(evidenceRouter);

const zipResponse = ({ fileName: name, bytes }: EvidenceExport) =>
  fileResponse({ name, bytes, contentType: "application/zip", isAttachment: true });

/** Responds with a ZIP file, to members of the account who may refund. */
export function handleEvidence(
  request: Request,
  { id, ...place }: { account: string; mode: string; id: string },
): Promise<Response> {
  return respondToOwnPage(request, place, async (ctx) =>
    zipResponse(await makeCaller(ctx).own({ id })),
  );
}

/** Responds with a ZIP file, to operators. */
export function handleOperatorEvidence(
  request: Request,
  { id, mode }: { mode: string; id: string },
): Promise<Response> {
  return respondToOwnPage(request, { account: null, mode }, async (ctx) =>
    zipResponse(await makeCaller(ctx).ofAny({ id })),
  );
}
