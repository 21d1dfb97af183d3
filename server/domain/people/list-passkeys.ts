// The passkeys of a person, as they manage them.
import type { Context } from "#core/context";
import type { Passkey } from "#prisma";

export function listPasskeys(
  ctx: Context,
  { personId }: { personId: string },
): Promise<Pick<Passkey, "id" | "name" | "createdAt" | "lastUsedAt">[]> {
  return ctx.db.prisma.passkey.findMany({
    where: { personId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: { createdAt: "asc" },
  });
}
