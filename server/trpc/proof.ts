import { z } from "zod";
import { database } from "#core/db";
import { invalid } from "#core/errors";
import { text } from "#core/text";
import {
  AddPasskey,
  addPasskey,
  checkPasskeyProof,
  checkPassword,
  checkRegistration,
  countCodeProof,
  createPasskeyOptions,
  listPasskeys,
  loginPasskeyOptions,
  PasskeyLogin,
  proofPasskeyOptions,
  proveSession,
  removePasskey,
} from "#domain/people";
import { type TrpcContext, visitorOf } from "./context";
import { forPerson, forProvenPerson, forPublic, router } from "./procedures";

type PersonContext = TrpcContext & { loggedIn: NonNullable<TrpcContext["loggedIn"]> };

function proofContextOf(ctx: PersonContext) {
  const { person, sessionId } = ctx.loggedIn;
  return { personId: person.id, sessionId, visitor: visitorOf(ctx) };
}

type Proof = Parameters<typeof proveSession>[1]["proof"];

/** Returns false instead of throwing: the used-up attempt must be committed. */
function prove(ctx: PersonContext, proof: Proof): Promise<boolean> {
  const input = { ...proofContextOf(ctx), proof };
  return database().transaction((db) => proveSession({ ...ctx, db }, input));
}

const confirmation = forPerson.meta({ opensTransaction: true });

export const proofRouter = router({
  methods: forPerson.query(({ ctx }) => {
    const { hasPassword, hasTotp, hasPasskey } = ctx.loggedIn.person;
    return { password: hasPassword, code: hasTotp, passkey: hasPasskey };
  }),

  password: confirmation
    .input(z.strictObject({ password: text(512, 1) }))
    .mutation(async ({ ctx, input: { password } }) => {
      const { sessionId, ...proofContext } = proofContextOf(ctx);
      await checkPassword(ctx, {
        ...proofContext,
        password,
        countedAs: sessionId,
        field: "password",
        message: "is not your password",
      });
      await prove(ctx, { password: true });
    }),

  code: confirmation
    .input(z.strictObject({ code: text(64, 1) }))
    .mutation(async ({ ctx, input: { code } }) => {
      await countCodeProof(ctx, proofContextOf(ctx));
      if (!(await prove(ctx, { code }))) throw invalid("code", "is wrong or was already used");
    }),

  passkey: confirmation
    .input(z.strictObject({ passkey: PasskeyLogin }))
    .mutation(async ({ ctx, input }) => {
      const checked = await checkPasskeyProof(ctx, {
        ...proofContextOf(ctx),
        response: input.passkey,
      });
      if (!(await prove(ctx, { passkey: checked }))) throw invalid("passkey", "cannot be used");
    }),
});

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

  // The challenge is used up even if storing the passkey fails.
  add: forProvenPerson
    .meta({ access: "person", needsProof: true, opensTransaction: true })
    .input(AddPasskey)
    .mutation(async ({ ctx, input }) => {
      const registration = { ...input, personId: personIdOf(ctx), visitor: visitorOf(ctx) };
      const checked = await checkRegistration(ctx, registration);
      return database().transaction((db) => addPasskey({ ...ctx, db }, checked));
    }),

  remove: forProvenPerson
    .input(z.strictObject({ id: text(1400, 1) }))
    .mutation(({ ctx, input }) =>
      removePasskey(ctx, { ...input, personId: personIdOf(ctx), visitor: visitorOf(ctx) }),
    ),

  // Attempts are counted outside transactions: a rollback would undo the count.
  loginOptions: forPublic
    .meta({ opensTransaction: true })
    .mutation(({ ctx }) => loginPasskeyOptions(ctx, { visitor: visitorOf(ctx) })),

  proofOptions: forPerson.mutation(({ ctx }) =>
    proofPasskeyOptions(ctx, { personId: personIdOf(ctx) }),
  ),
});
