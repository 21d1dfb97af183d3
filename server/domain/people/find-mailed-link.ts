// What a link from a mail is for, as long as it may be used.
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import type { MailedLink } from "#prisma";

export type LinkKind = "invitation" | "password_reset";

/** The link with this token; null where it is used, over, taken back, or never was. */
export function findMailedLink(
  ctx: Context,
  { kind, token }: { kind: LinkKind; token: string },
): Promise<MailedLink | null> {
  return ctx.db.prisma.mailedLink.findFirst({
    where: {
      kind,
      tokenHash: new Uint8Array(sha256(token)),
      endedAt: null,
      expiresAt: { gt: ctx.now },
    },
  });
}
