// Export and erasure of personal data, as `till privacy` does them.
import { forProven, forProvenOperator, IdInput, ofLive, router } from "#trpc/procedures";
import { exportCustomer } from "./customer-data";
import { eraseCustomer } from "./erase-customer";
import { erasePerson } from "./erase-person";
import { exportPerson } from "./person-data";
import { plainJson } from "./plain-json";
import { CustomerInput, EraseCustomer, ErasePerson } from "./schema";

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
