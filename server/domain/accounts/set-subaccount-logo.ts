// Gives a subaccount a logo, or takes it away.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import type { Subaccount } from "#prisma";
import { recordLogo } from "./record-logo";

/** Null removes the logo; the file stays, for what was published with it. @throws not-found */
export async function setSubaccountLogo(
  ctx: AccountContext,
  input: { id: string; fileKey: string | null },
): Promise<Subaccount> {
  const { id, fileKey } = input;
  const [updated] = await ctx.db.prisma.subaccount.updateManyAndReturn({
    where: { accountId: ctx.account.id, id },
    data: { logoFileKey: fileKey },
  });
  if (!updated) throw notFound("subaccount");
  await recordLogo(ctx, { of: "subaccount", id, fileKey });
  return updated;
}
