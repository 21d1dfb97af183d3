// Export and erasure of personal data, as `till privacy` does them.
import {
  CustomerInput,
  EraseCustomer,
  ErasePerson,
  eraseCustomer,
  erasePerson,
  exportCustomer,
  exportPerson,
  plainJson,
} from "#domain/privacy";
import { forProven, forProvenOperator, IdInput, ofLive, router } from "./procedures";

/** Of the organization's customers, live and test. */
export const privacyRouter = router({
  // A mutation, because the export is recorded. As the command, it has a part for each account.
  export: forProven("privacy")
    .input(CustomerInput)
    .mutation(async ({ ctx, input }) => plainJson([await exportCustomer(ofLive(ctx), input)])),

  erase: forProven("privacy")
    .input(EraseCustomer)
    .mutation(({ ctx, input: { email } }) => eraseCustomer(ofLive(ctx), { email })),
});

export const operatorPrivacyRouter = router({
  exportPerson: forProvenOperator
    .input(IdInput)
    .mutation(async ({ ctx, input: { id } }) => plainJson(await exportPerson(ctx, { person: id }))),

  erasePerson: forProvenOperator
    .input(ErasePerson)
    .mutation(async ({ ctx, input: { id, email } }) => erasePerson(ctx, { person: id, email })),
});
