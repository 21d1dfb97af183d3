// Uses a link from a mail up.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import type { MailedLink } from "#prisma";
import { findMailedLink } from "./find-mailed-link";

/** The link, which nobody can use again. @throws invalid `token` */
export async function takeMailedLink(
  ctx: Context,
  input: Parameters<typeof findMailedLink>[1],
): Promise<MailedLink> {
  const link = await findMailedLink(ctx, input);
  const used =
    link &&
    (await ctx.db.prisma.mailedLink.updateMany({
      where: { id: link.id, endedAt: null },
      data: { endedAt: ctx.now },
    }));
  if (!link || used?.count !== 1) throw invalid("token", "was used, or is too old");
  return link;
}
