// Keeps what a customer wrote, so that the page can show it again.
import type { Context } from "#core/context";
import { type Beneficiary, beneficiaryColumns } from "#domain/orders";
import type { Customer } from "./pay";

/** What can be used of a customer's words; what is left out stays as it was. */
export interface KnownCustomer extends Partial<Omit<Customer, "beneficiary">> {
  beneficiary?: (Pick<Beneficiary, "name"> & Partial<Beneficiary>) | null;
}

function columnsOf(beneficiary: NonNullable<KnownCustomer["beneficiary"]>) {
  const { message, url } = beneficiary;
  return {
    beneficiaryName: beneficiary.name,
    ...(message !== undefined && { beneficiaryMessage: message }),
    ...(url !== undefined && { beneficiaryUrl: url }),
  };
}

/** Writes what is known of the customer into an open session that nobody is paying. */
export async function noteCustomer(
  ctx: Context,
  input: { sessionId: string; customer: KnownCustomer },
): Promise<void> {
  const { email, language, beneficiary, browserHash } = input.customer;
  const data = {
    ...(browserHash && { browserHash }),
    ...(language !== undefined && { language }),
    ...(email !== undefined && { customerEmail: email }),
    ...(beneficiary && columnsOf(beneficiary)),
    ...(beneficiary === null && beneficiaryColumns(null)),
  };
  const where = { id: input.sessionId, state: "open", paying: false };
  await ctx.db.prisma.checkoutSession.updateMany({ where, data });
}
