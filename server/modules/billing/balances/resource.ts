import { z } from "zod";
import {
  amountFields,
  amountSchema,
  nullableAmountSchema,
  upperCaseCurrencyField,
} from "#core/contract-money";
import { billingTerms } from "#domain/accounts";
import type { Balance } from "./balances";

export const BalanceResource = z
  .strictObject({
    currency: upperCaseCurrencyField,
    terms: z
      .enum(billingTerms)
      .nullable()
      .meta({
        description:
          "`prepaid` if orders are paid from deposits, `invoice` if they are paid by monthly invoice, " +
          "`billed_elsewhere` if they are not limited and not billed here, null if your account has " +
          "no billing terms: then test orders are not limited, and live orders of a new account are " +
          "refused with 402 `payment-required`.",
        examples: ["invoice"],
      }),
    ...amountSchema("balance", {
      description:
        "Deposits and payments less orders, with tax. Below zero is what your account owes, " +
        "including orders that are not on an invoice yet.",
      example: -120_000,
    }),
    ...nullableAmountSchema("credit_limit", {
      description: "How far below zero orders may take the balance; null if nothing limits them.",
      example: 500_000,
    }),
    ...nullableAmountSchema("available", {
      description:
        "What orders can still cost, with tax, before they are refused with 402 " +
        "`payment-required`; null if nothing limits them.",
      example: 380_000,
    }),
    tax_rate_basis_points: z
      .int()
      .min(0)
      .meta({
        description:
          "Rate of the tax that is added to the price of an order when it is charged: 1900 is 19%.",
        examples: [0],
      }),
  })
  .meta({ id: "Balance", description: "An account's balance." });
export type BalanceResource = z.infer<typeof BalanceResource>;

export function toBalanceResource(balance: Balance): BalanceResource {
  const { currency, creditLimit: credit_limit, available } = balance;
  return {
    currency: currency.toUpperCase(),
    terms: balance.terms,
    ...amountFields({ balance: balance.balance }, currency),
    ...amountFields({ credit_limit, available }, currency),
    tax_rate_basis_points: balance.taxRateBasisPoints,
  };
}
