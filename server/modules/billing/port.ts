import type { Billing } from "#modules/module";
import { chargeOrder, creditCancelledOrder, getBalance } from "./balances/balances";
import { findInvoices } from "./invoices";
import { setLimit } from "./profiles";

/** Functions that the core calls. */
export const port: Billing = {
  charge: chargeOrder,
  credit: creditCancelledOrder,
  findLimit: async (ctx) => (await getBalance(ctx)).creditLimit,
  setLimit,
  findInvoices,
};
