// Who is logged in, where else, and how they prove it.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { notFound } from "#core/errors";
import { text } from "#core/text";
import { listMemberships } from "#domain/accounts";
import { qrCode } from "#domain/certificates";
import {
  AcceptInvitation,
  acceptInvitation,
  ChangePassword,
  changePassword,
  disableTotp,
  EnableTotp,
  enableTotp,
  endSession,
  findMailedLink,
  listLoginSessions,
  RequestPasswordReset,
  ResetPassword,
  requestPasswordReset,
  resetPassword,
  totpAddress,
} from "#domain/people";
import { forPerson, forPublic, router } from "./procedures";

const TOTP_KEY_BYTES = 20;

export const sessionRouter = router({
  /** The person, and the accounts that are open to them. */
  me: forPerson.query(async ({ ctx }) => {
    const memberships = await listMemberships(ctx, ctx.loggedIn.person.id);
    return {
      ...ctx.loggedIn.person,
      accounts: memberships.map(({ account, role }) => ({
        id: account.id,
        name: account.name,
        slug: account.slug,
        role,
      })),
    };
  }),

  list: forPerson.query(async ({ ctx }) => {
    const sessions = await listLoginSessions(ctx, ctx.loggedIn.person.id);
    return sessions.map((session) => ({
      id: session.id,
      method: session.method,
      userAgent: session.userAgent,
      createdOn: session.createdAt.toISOString(),
      seenOn: session.seenAt.toISOString(),
      isThis: session.id === ctx.loggedIn.sessionId,
    }));
  }),

  end: forPerson.input(z.strictObject({ sessionId: text(64) })).mutation(async ({ ctx, input }) => {
    const { id: personId } = ctx.loggedIn.person;
    if (!(await endSession(ctx, { personId, id: input.sessionId }))) throw notFound("session");
  }),

  changePassword: forPerson.input(ChangePassword).mutation(({ ctx, input }) => {
    const { person, sessionId } = ctx.loggedIn;
    return changePassword(ctx, { ...input, personId: person.id, sessionId });
  }),

  /** A key to be put into an authenticator; it counts once a code of it was shown. */
  newTotp: forPerson.query(({ ctx }) => {
    const { email } = ctx.loggedIn.person;
    const { key, url } = totpAddress(new Uint8Array(randomBytes(TOTP_KEY_BYTES)), email);
    return { key, picture: qrCode(url) };
  }),

  enableTotp: forPerson
    .input(EnableTotp)
    .mutation(({ ctx, input }) => enableTotp(ctx, { ...input, personId: ctx.loggedIn.person.id })),

  disableTotp: forPerson
    .input(z.strictObject({ password: z.string().max(512) }))
    .mutation(({ ctx, input }) => disableTotp(ctx, { ...input, personId: ctx.loggedIn.person.id })),

  requestPasswordReset: forPublic
    .input(RequestPasswordReset)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),

  resetPassword: forPublic
    .input(ResetPassword)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  /** For whom an invitation is; null where it cannot be used. */
  invitation: forPublic
    .input(z.strictObject({ token: z.string().max(128) }))
    .query(async ({ ctx, input }) => {
      const link = await findMailedLink(ctx, { kind: "invitation", token: input.token });
      return link && { email: link.email, role: link.role };
    }),

  acceptInvitation: forPublic
    .input(AcceptInvitation)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
});
