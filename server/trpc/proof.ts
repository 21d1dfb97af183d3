// A person who is logged in confirms that it is still them: see `needsProof`.
import { z } from "zod";
import { database } from "#core/db";
import { invalid } from "#core/errors";
import { text } from "#core/text";
import {
  checkPasskeyProof,
  checkPassword,
  countCodeProof,
  PasskeyLogin,
  proveSession,
} from "#domain/people";
import { type TrpcContext, visitorOf } from "./context";
import { forPerson, router } from "./procedures";

type PersonContext = TrpcContext & { loggedIn: NonNullable<TrpcContext["loggedIn"]> };

function askingOf(ctx: PersonContext) {
  const { person, sessionId } = ctx.loggedIn;
  return { personId: person.id, sessionId, visitor: visitorOf(ctx) };
}

type Proof = Parameters<typeof proveSession>[1]["proof"];

/** Returned, not thrown: what the attempt used up and recorded must be committed. */
function prove(ctx: PersonContext, proof: Proof): Promise<boolean> {
  const input = { ...askingOf(ctx), proof };
  return database().transaction((db) => proveSession({ ...ctx, db }, input));
}

const confirmation = forPerson.meta({ access: "person", opensTransaction: true });

export const proofRouter = router({
  /** What the person can confirm with. */
  methods: forPerson.query(({ ctx }) => {
    const { hasPassword, hasTotp, hasPasskey } = ctx.loggedIn.person;
    return { password: hasPassword, code: hasTotp, passkey: hasPasskey };
  }),

  password: confirmation
    .input(z.strictObject({ password: text(512, 1) }))
    .mutation(async ({ ctx, input: { password } }) => {
      const { sessionId, ...asking } = askingOf(ctx);
      await checkPassword(ctx, {
        ...asking,
        password,
        countedAs: sessionId,
        field: "password",
        complaint: "is not your password",
      });
      await prove(ctx, { password: true });
    }),

  code: confirmation
    .input(z.strictObject({ code: text(64, 1) }))
    .mutation(async ({ ctx, input: { code } }) => {
      await countCodeProof(ctx, askingOf(ctx));
      if (!(await prove(ctx, { code }))) throw invalid("code", "is wrong, or was used");
    }),

  passkey: confirmation
    .input(z.strictObject({ passkey: PasskeyLogin }))
    .mutation(async ({ ctx, input }) => {
      const checked = await checkPasskeyProof(ctx, { ...askingOf(ctx), response: input.passkey });
      if (!(await prove(ctx, { passkey: checked }))) throw invalid("passkey", "cannot be used");
    }),
});
