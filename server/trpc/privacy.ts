// Export and erasure of personal data, as `till privacy` does them.
import type { Context } from "#core/context";
import { getAccount } from "#domain/accounts";
import {
  CustomerInput,
  countByAddress,
  countCustomer,
  EraseById,
  EraseCustomer,
  ExportCustomerOf,
  eraseCustomer,
  erasePerson,
  exportCustomer,
  exportPerson,
  plainJson,
} from "#domain/privacy";
import {
  forCapability,
  forOperator,
  forProven,
  forProvenOperator,
  IdInput,
  ofLive,
  router,
} from "./procedures";

/** Of the organization's customers, live and test. */
export const privacyRouter = router({
  find: forCapability("privacy")
    .input(CustomerInput)
    .query(({ ctx, input }) => countCustomer(ofLive(ctx), input)),

  // A mutation, because the export is recorded.
  export: forProven("privacy")
    .input(CustomerInput)
    .mutation(async ({ ctx, input }) => plainJson(await exportCustomer(ofLive(ctx), input))),

  erase: forProven("privacy")
    .input(EraseCustomer)
    .mutation(({ ctx, input: { email } }) => eraseCustomer(ofLive(ctx), { email })),
});

async function ofAccount<Ctx extends Context>(ctx: Ctx, { id }: { id: string }) {
  const { live: account } = await getAccount(ctx, { id });
  return { ...ctx, account };
}

export const operatorPrivacyRouter = router({
  find: forOperator.input(CustomerInput).query(({ ctx, input }) => countByAddress(ctx, input)),

  exportPerson: forProvenOperator
    .input(IdInput)
    .mutation(async ({ ctx, input: { id } }) => plainJson(await exportPerson(ctx, { person: id }))),

  exportCustomer: forProvenOperator
    .input(ExportCustomerOf)
    .mutation(async ({ ctx, input: { id, email } }) =>
      plainJson(await exportCustomer(await ofAccount(ctx, { id }), { email })),
    ),

  erasePerson: forProvenOperator
    .input(EraseById)
    .mutation(async ({ ctx, input: { id, email } }) => erasePerson(ctx, { person: id, email })),

  eraseCustomer: forProvenOperator
    .input(EraseById)
    .mutation(async ({ ctx, input: { id, email } }) =>
      eraseCustomer(await ofAccount(ctx, { id }), { email }),
    ),
});
