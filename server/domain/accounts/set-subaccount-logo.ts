// Gives a subaccount a logo, or takes it away.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import type { Subaccount } from "#prisma";
import { recordAudit } from "./record-audit";

/** Null removes the logo; the file stays, for what was published with it. @throws not-found */
export async function setSubaccountLogo(
  ctx: AccountContext,
  input: { id: string; fileKey: string | null },
): Promise<Subaccount> {
  const [updated] = await ctx.db.prisma.subaccount.updateManyAndReturn({
    where: { accountId: ctx.account.id, id: input.id },
    data: { logoFileKey: input.fileKey },
  });
  if (!updated) throw notFound("subaccount");
  const action = input.fileKey === null ? "subaccount.logo_removed" : "subaccount.logo_set";
  await recordAudit(ctx, { action, subjectId: updated.id });
  return updated;
}
