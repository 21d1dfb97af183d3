// The person's passkeys, and what their browser needs to make and use one.
import { z } from "zod";
import { database } from "#core/db";
import { text } from "#core/text";
import {
  AddPasskey,
  addPasskey,
  checkRegistration,
  createPasskeyOptions,
  listPasskeys,
  loginPasskeyOptions,
  proofPasskeyOptions,
  removePasskey,
} from "#domain/people";
import { visitorOf } from "./context";
import { forPerson, forProvenPerson, forPublic, router } from "./procedures";

const personIdOf = (ctx: { loggedIn: { person: { id: string } } }) => ctx.loggedIn.person.id;

export const passkeysRouter = router({
  list: forPerson.query(async ({ ctx }) => {
    const passkeys = await listPasskeys(ctx, { personId: personIdOf(ctx) });
    return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdOn: createdAt.toISOString(),
      lastUsedOn: lastUsedAt?.toISOString() ?? null,
    }));
  }),

  createOptions: forProvenPerson.mutation(({ ctx }) =>
    createPasskeyOptions(ctx, { personId: personIdOf(ctx) }),
  ),

  // A challenge is used up even where storing the passkey fails.
  add: forProvenPerson
    .meta({ access: "person", needsProof: true, opensTransaction: true })
    .input(AddPasskey)
    .mutation(async ({ ctx, input }) => {
      const asked = { ...input, personId: personIdOf(ctx), visitor: visitorOf(ctx) };
      const checked = await checkRegistration(ctx, asked);
      return database().transaction((db) => addPasskey({ ...ctx, db }, checked));
    }),

  remove: forProvenPerson
    .input(z.strictObject({ id: text(1400, 1) }))
    .mutation(({ ctx, input }) =>
      removePasskey(ctx, { ...input, personId: personIdOf(ctx), visitor: visitorOf(ctx) }),
    ),

  // Attempts are counted outside transactions: a rollback would take the count back.
  loginOptions: forPublic
    .meta({ access: "public", opensTransaction: true })
    .mutation(({ ctx }) => loginPasskeyOptions(ctx, { visitor: visitorOf(ctx) })),

  proofOptions: forPerson.mutation(({ ctx }) =>
    proofPasskeyOptions(ctx, { personId: personIdOf(ctx) }),
  ),
});
