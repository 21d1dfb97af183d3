// A person's address, and the logins that identity providers vouch for.
import { z } from "zod";
import { database } from "#core/db";
import { env } from "#core/env";
import { text } from "#core/text";
import {
  allowIdentity,
  ChangeEmail,
  cancelEmailChange,
  cancelEmailChangeByLink,
  confirmEmailChange,
  countEmailChange,
  findEmailChange,
  findEmailChangeForVisitor,
  IdentityChoice,
  listIdentities,
  requestEmailChange,
} from "#domain/people";
import { visitorOf } from "./context";
import { forPerson, forProvenPerson, forPublic, router } from "./procedures";

const Token = z.strictObject({ token: text(128, 1) });
const providerName = (id: string) =>
  env.loginProviders.find((provider) => provider.id === id)?.name ?? id;

export const ownLoginRouter = router({
  identities: forPerson.query(async ({ ctx }) => {
    const rows = await listIdentities(ctx, ctx.loggedIn.person.id);
    return rows.map(({ provider, subject, createdAt, allowed }) => ({
      provider,
      subject,
      name: providerName(provider),
      createdOn: createdAt.toISOString(),
      allowed,
    }));
  }),

  allowIdentity: forProvenPerson.input(IdentityChoice).mutation(({ ctx, input }) => {
    const { id: personId } = ctx.loggedIn.person;
    return allowIdentity(ctx, { ...input, personId, visitor: visitorOf(ctx) });
  }),

  /** The change of address that waits for confirmation. */
  emailChange: forPerson.query(async ({ ctx }) => {
    const change = await findEmailChange(ctx, ctx.loggedIn.person.id);
    return (
      change && {
        oldEmail: change.oldEmail,
        newEmail: change.newEmail,
        isOldConfirmed: change.oldConfirmedAt !== null,
        isNewConfirmed: change.newConfirmedAt !== null,
        expiresOn: change.expiresAt.toISOString(),
      }
    );
  }),

  changeEmail: forProvenPerson
    .meta({ opensTransaction: true })
    .input(ChangeEmail)
    .mutation(async ({ ctx, input: { email } }) => {
      const { id: personId } = ctx.loggedIn.person;
      await countEmailChange(ctx, { personId, visitor: visitorOf(ctx) });
      await database().transaction((db) => requestEmailChange({ ...ctx, db }, { personId, email }));
    }),

  cancelEmailChange: forPerson.mutation(({ ctx }) =>
    cancelEmailChange(ctx, ctx.loggedIn.person.id),
  ),

  confirmEmailChange: forPublic
    .meta({ opensTransaction: true })
    .input(Token)
    .mutation(async ({ ctx, input: { token } }) => {
      const visitor = visitorOf(ctx);
      await findEmailChangeForVisitor(ctx, { token, visitor });
      const sessionId = ctx.loggedIn?.sessionId ?? null;
      return database().transaction((db) =>
        confirmEmailChange({ ...ctx, db }, { token, sessionId, visitor }),
      );
    }),

  cancelEmailChangeByLink: forPublic
    .meta({ opensTransaction: true })
    .input(Token)
    .mutation(async ({ ctx, input: { token } }) => {
      await findEmailChangeForVisitor(ctx, { token, visitor: visitorOf(ctx) });
      await database().transaction((db) => cancelEmailChangeByLink({ ...ctx, db }, { token }));
    }),
});
