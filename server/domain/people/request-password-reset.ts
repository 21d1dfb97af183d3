// Sends a link by which a person who forgot the password sets another.
import type { Context } from "#core/context";
import { newId } from "#core/id";
import { normalEmail } from "./login-rules";
import type { RequestPasswordReset } from "./schema";

const RESET_MS = 3_600_000;

/**
 * Queues the mail where somebody has the address. It says nothing, whether or not there is such a
 * person; a link that is still unused is not sent again within a minute.
 */
export async function requestPasswordReset(
  ctx: Context,
  input: RequestPasswordReset,
): Promise<void> {
  const { prisma } = ctx.db;
  const email = normalEmail(input.email);
  if (!(await prisma.person.findUnique({ where: { email }, select: { id: true } }))) return;
  const mine = { kind: "password_reset", email, endedAt: null };
  const since = new Date(ctx.now.getTime() - 60_000);
  if ((await prisma.mailedLink.count({ where: { ...mine, createdAt: { gt: since } } })) > 0) return;
  // Only the newest link opens the door.
  await prisma.mailedLink.updateMany({ where: mine, data: { endedAt: ctx.now, dueAt: null } });
  await prisma.mailedLink.create({
    data: {
      id: newId("mailedLink"),
      kind: "password_reset",
      email,
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + RESET_MS),
      dueAt: ctx.now,
    },
  });
}
