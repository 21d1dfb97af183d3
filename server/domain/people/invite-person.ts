// Asks somebody by mail to join an account.
import type { AccountContext } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import { queueMails } from "#domain/queue";
import { linkMail } from "./link-mails";
import { normalEmail } from "./login-rules";
import type { InvitePerson } from "./schema";

const INVITATION_MS = 7 * 24 * 3_600_000;

/**
 * Queues the mail with the link; the invitation's id. `ctx.account` is the live account.
 * @throws invalid `email` where the person is a member already, or invited
 */
export async function invitePerson(ctx: AccountContext, input: InvitePerson): Promise<string> {
  const { account, now, actor } = ctx;
  const { prisma } = ctx.db;
  const email = normalEmail(input.email);
  const person = await prisma.person.findUnique({ where: { email } });
  const where = { accountId: account.id, personId: person?.id ?? "" };
  if ((await prisma.membership.count({ where })) > 0) {
    throw invalid("email", "is a member already");
  }
  // One that nobody followed in time makes room.
  await prisma.mailedLink.updateMany({
    where: { accountId: account.id, email, endedAt: null, expiresAt: { lte: now } },
    data: { endedAt: now },
  });
  const id = newId("mailedLink");
  const link = { id, kind: "invitation", email, accountId: account.id, role: input.role };
  try {
    await prisma.mailedLink.create({
      data: {
        ...link,
        invitedBy: actor.type === "person" ? actor.id : null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_MS),
      },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid("email", "is invited already");
    throw error;
  }
  await queueMails(ctx.db, { mails: [linkMail("invitation", id)], now });
  await recordAudit(ctx, {
    action: "member.invited",
    subjectId: id,
    data: { email, role: input.role },
  });
  return id;
}
