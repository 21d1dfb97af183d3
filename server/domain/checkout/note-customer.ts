// Keeps what a customer wrote, so that the page can show it again.
import type { Context } from "#core/context";
import type { Customer } from "./start-payment";

/** Writes what is known of the customer into an open session that nobody is paying. */
export async function noteCustomer(
  ctx: Context,
  input: { sessionId: string; customer: Partial<Customer> },
): Promise<void> {
  const { email, ...rest } = input.customer;
  const data = { ...rest, ...(email !== undefined && { customerEmail: email }) };
  const where = { id: input.sessionId, state: "open", paying: false };
  await ctx.db.prisma.checkoutSession.updateMany({ where, data });
}
