import { sql } from "kysely";
import type { Context } from "#core/context";
import type { Sql } from "#core/db";
import { newId } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { normalEmail } from "#core/text";
import { queueMails } from "#domain/queue";
import { requireAttempt } from "./attempts";
import { consumeMailedLink, findLinkForVisitor, linkMail, unusableLink } from "./mailed-links";
import { hashNewPassword, setPassword } from "./passwords";
import {
  RESET_CALM_SECONDS,
  RESET_LINK_MS,
  RESET_PAUSES_SECONDS,
  resetLimits,
  resetSubject,
} from "./rules";
import type { RequestPasswordReset, ResetPassword } from "./schema";
import { recordSecurityEvent, type Visitor } from "./security-events";
import type { PeopleTables } from "./tables";

const query = queriesOn<PeopleTables>();

interface ResetMail {
  subject: Buffer;
  id: string;
  email: string;
  now: Date;
  expiresAt: Date;
}

const pause = sql<number>`(ARRAY[${sql.join(RESET_PAUSES_SECONDS)}])[
  least(login_failures.count, ${RESET_PAUSES_SECONDS.length})]`;
const before = (seconds: unknown) => sql<Date>`excluded.since - make_interval(secs => ${seconds})`;

// `since` is the time of the last mail.
const createReset = query("people-create-reset-link", (db, mail: Params<ResetMail>) =>
  db
    .with("turn", (qb) =>
      qb
        .insertInto("loginFailures")
        .values({ subject: mail.subject, count: 1, since: mail.now })
        .onConflict((conflict) =>
          conflict
            .column("subject")
            .doUpdateSet((eb) => ({
              count: eb
                .case()
                .when("loginFailures.since", "<", before(RESET_CALM_SECONDS))
                .then(1)
                .else(eb("loginFailures.count", "+", 1))
                .end(),
              since: eb.ref("excluded.since"),
            }))
            .where("loginFailures.since", "<=", before(pause)),
        )
        .returning("count"),
    )
    .insertInto("mailedLinks")
    .columns(["id", "kind", "email", "createdAt", "expiresAt"])
    .expression((from) =>
      from
        .selectFrom("turn")
        .select((eb) => [
          mail.id.as("id"),
          eb.val("password_reset").as("kind"),
          mail.email.as("email"),
          mail.now.as("createdAt"),
          mail.expiresAt.as("expiresAt"),
        ]),
    )
    .returning("id"),
);

/**
 * Counts a reset mail and creates its link. False if it is too early for another mail to the
 * address.
 */
async function createResetLink(db: Sql, mail: ResetMail): Promise<boolean> {
  return (await createReset(db, mail)).length === 1;
}

/**
 * Does the same work for known and unknown addresses: the worker finds out whether anyone has the
 * address. Earlier links stay valid, and an address gets few mails.
 * @throws rate-limited by network
 */
export async function requestPasswordReset(
  ctx: Context,
  input: RequestPasswordReset & { visitor: Visitor },
): Promise<void> {
  const { visitor } = input;
  const email = normalEmail(input.email);
  const limits = resetLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: "reset", visitor, email });
  await recordSecurityEvent(ctx, { kind: "auth.reset_requested", visitor, email });
  const { db, now } = ctx;
  const id = newId("mailedLink");
  const expiresAt = new Date(now.getTime() + RESET_LINK_MS);
  const link = { subject: resetSubject(email), id, email, now, expiresAt };
  // If the process dies here, the caller gets no response and tries again.
  if (await createResetLink(db, link)) {
    await queueMails(db, { mails: [linkMail("password_reset", id)], now });
  }
}

interface PreparedReset {
  token: string;
  passwordHash: string;
  visitor: Visitor;
}

/** Outside a transaction. @throws rate-limited; invalid `token` or `password` */
export async function preparePasswordReset(
  ctx: Context,
  input: ResetPassword & { visitor: Visitor },
): Promise<PreparedReset> {
  const { token, password, visitor } = input;
  const link = await findLinkForVisitor(ctx, { kind: "password_reset", token, visitor });
  const person = link && (await ctx.db.prisma.person.findUnique({ where: { email: link.email } }));
  if (!person) throw unusableLink();
  const passwordHash = await hashNewPassword(password, [person.email, person.name]);
  return { token, passwordHash, visitor };
}

/**
 * A second factor stays: access to the mailbox alone must not be enough.
 * @throws invalid `token`
 */
export async function resetPassword(
  ctx: Context,
  { token, passwordHash, visitor }: PreparedReset,
): Promise<{ email: string }> {
  const { email } = await consumeMailedLink(ctx, { kind: "password_reset", token });
  const person = await ctx.db.prisma.person.findUnique({ where: { email } });
  if (!person) throw unusableLink();
  await setPassword(ctx, { personId: person.id, passwordHash, visitor });
  return { email };
}
