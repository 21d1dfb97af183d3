import { randomBytes } from "node:crypto";
import { z } from "zod";
import { deviceCookieFor } from "#auth/session";
import { database } from "#core/db";
import { notFound } from "#core/errors";
import { qrCode } from "#core/qr-code";
import { text } from "#core/text";
import { listMemberships } from "#domain/accounts";
import {
  AcceptInvitation,
  acceptInvitation,
  ChangePassword,
  changePassword,
  checkPassword,
  disableTotp,
  EnableTotp,
  enableTotp,
  endOtherSessions,
  endSession,
  findLinkForVisitor,
  listLoginSessions,
  prepareAcceptance,
  preparePasswordChange,
  preparePasswordReset,
  RequestPasswordReset,
  ResetPassword,
  requestPasswordReset,
  resetPassword,
  totpAddress,
} from "#domain/people";
import { type TrpcContext, visitorOf } from "./context";
import { forPerson, forProvenPerson, forPublic, router } from "./procedures";

const TOTP_KEY_BYTES = 20;

/** The person has just proven who they are, so their browser counts as known. */
async function rememberDevice(ctx: TrpcContext, { email }: { email: string }): Promise<void> {
  const { headers } = ctx;
  ctx.responseHeaders?.append("set-cookie", await deviceCookieFor(ctx, { email, headers }));
}

// These hash passwords between two steps, which must not happen in a transaction.
const ownTransaction = {
  public: forPublic.meta({ opensTransaction: true }),
  person: forPerson.meta({ opensTransaction: true }),
};

export const sessionRouter = router({
  me: forPerson.query(async ({ ctx }) => {
    const memberships = await listMemberships(ctx, ctx.loggedIn.person.id);
    return {
      ...ctx.loggedIn.person,
      accounts: memberships.map(({ account, role, limit }) => ({
        id: account.id,
        name: account.name,
        slug: account.slug,
        role,
        isLimited: limit !== null,
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
      lastSeenOn: session.seenAt.toISOString(),
      isThis: session.id === ctx.loggedIn.sessionId,
    }));
  }),

  end: forPerson.input(z.strictObject({ sessionId: text(64) })).mutation(async ({ ctx, input }) => {
    const { id: personId } = ctx.loggedIn.person;
    if (!(await endSession(ctx, { personId, id: input.sessionId }))) throw notFound("session");
  }),

  /** Logs out everywhere else. Returns how many sessions ended. */
  endOthers: forPerson.mutation(({ ctx }) => {
    const { person, sessionId } = ctx.loggedIn;
    return endOtherSessions(ctx, { personId: person.id, sessionId });
  }),

  changePassword: ownTransaction.person.input(ChangePassword).mutation(async ({ ctx, input }) => {
    const { person, sessionId } = ctx.loggedIn;
    const visitor = visitorOf(ctx);
    const change = { ...input, personId: person.id, sessionId, visitor };
    const prepared = await preparePasswordChange(ctx, change);
    await database().transaction((db) => changePassword({ ...ctx, db }, prepared));
  }),

  /** A new authenticator key. It is stored when the person enters a code of it. */
  newTotp: forPerson.query(({ ctx }) => {
    const { email } = ctx.loggedIn.person;
    const { key, url } = totpAddress(new Uint8Array(randomBytes(TOTP_KEY_BYTES)), email);
    return { key, picture: qrCode(url) };
  }),

  enableTotp: forProvenPerson.input(EnableTotp).mutation(({ ctx, input }) => {
    const { id: personId } = ctx.loggedIn.person;
    return enableTotp(ctx, { ...input, personId, visitor: visitorOf(ctx) });
  }),

  disableTotp: ownTransaction.person
    .input(z.strictObject({ password: z.string().max(512) }))
    .mutation(async ({ ctx, input }) => {
      const { person, sessionId } = ctx.loggedIn;
      const visitor = visitorOf(ctx);
      const proof = await checkPassword(ctx, {
        personId: person.id,
        password: input.password,
        countedAs: sessionId,
        field: "password",
        message: "is not your password",
        visitor,
      });
      await database().transaction((db) => disableTotp({ ...ctx, db }, { proof, visitor }));
    }),

  requestPasswordReset: ownTransaction.public
    .input(RequestPasswordReset)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, { ...input, visitor: visitorOf(ctx) })),

  resetPassword: ownTransaction.public.input(ResetPassword).mutation(async ({ ctx, input }) => {
    const prepared = await preparePasswordReset(ctx, { ...input, visitor: visitorOf(ctx) });
    const done = await database().transaction((db) => resetPassword({ ...ctx, db }, prepared));
    await rememberDevice(ctx, done);
  }),

  invitation: forPublic
    .input(z.strictObject({ token: z.string().max(128) }))
    .query(async ({ ctx, input }) => {
      const { token } = input;
      const link = await findLinkForVisitor(ctx, {
        kind: "invitation",
        token,
        visitor: visitorOf(ctx),
      });
      return link && { email: link.email, role: link.role };
    }),

  acceptInvitation: ownTransaction.public
    .input(AcceptInvitation)
    .mutation(async ({ ctx, input }) => {
      const prepared = await prepareAcceptance(ctx, { ...input, visitor: visitorOf(ctx) });
      const joined = await database().transaction((db) =>
        acceptInvitation({ ...ctx, db }, prepared),
      );
      await rememberDevice(ctx, joined);
      return joined;
    }),
});
