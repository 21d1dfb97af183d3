import { z } from "zod";
import { amountFields, currencyField, upperCaseCurrencyField } from "#core/contract-money";
import type { Currency } from "#core/money";
import type { ByChannel } from "#domain/figures";
import { amount, channel, credits, kg, nullable } from "./fields";
import type { StatementGroup as Group } from "./replacements";
import type { Statement } from "./statement";
import { type TaxPart, taxDue } from "./tax-rules";

const orders = (description: string) =>
  z
    .strictObject({
      orders: z.int().meta({ description: "Number of orders.", examples: [12] }),
      amount_kg: kg("Kg of CO2e."),
      ...amount("price", "Total price of the orders."),
    })
    .meta({ description });

const byChannel = (description: string) =>
  z
    .strictObject({
      api: orders("Orders that the account pays: their price is its cost."),
      checkout: orders("Orders that customers paid on the checkout page."),
    })
    .meta({ description });

const StatementGroup = z
  .strictObject({
    channel,
    ...credits,
    amount_kg: kg("Kg of CO2e sold."),
    ...amount("price", "Share of the orders' prices."),
    registry_retired_kg: kg("Kg that the registry has retired until now.", 1000),
    replaced_kg: kg("Part of the kg that other credits replaced later.", 0),
    replacement_kg: kg("Kg that replaced others. They were not sold again.", 0),
  })
  .meta({ id: "StatementGroup", description: "What was sold of one vintage of a project." });

const StatementTax = z
  .strictObject({
    country_code: nullable("Country of the customers. Null where it was not asked.", "GB"),
    rule_id: nullable("Id of the tax rule. Null where none covered the sales.", "gb-standard-2024"),
    kind: nullable("`standard`, `reverse_charge`, `out_of_scope` or `zero`.", "standard"),
    name: nullable("Name of the tax.", "VAT"),
    rate_basis_points: z
      .int()
      .nullable()
      .meta({ description: "Rate: 2000 is 20%.", examples: [2000] }),
    payments: z.int().meta({ description: "Number of payments.", examples: [31] }),
    ...amount("paid", "Payments, with tax."),
    ...amount("paid_tax", "Tax within the payments, as the checkout page showed it.", 1458),
    ...amount("refunded", "Refunds and lost disputes, with tax.", 250),
    ...amount("refunded_tax", "Tax within the refunds.", 42),
    ...amount("tax", "Tax to declare: of payments less that of refunds.", 1416),
  })
  .meta({ id: "StatementTax", description: "Customers' money under one tax rule." });

const toTax = (part: TaxPart): z.infer<typeof StatementTax> => ({
  country_code: part.country,
  rule_id: part.taxRuleId,
  kind: part.taxKind,
  name: part.taxName,
  rate_basis_points: part.taxRateBasisPoints,
  payments: part.payments,
  ...amountFields(
    {
      paid: part.paid,
      paid_tax: part.paidTax,
      refunded: part.refunded,
      refunded_tax: part.refundedTax,
      tax: taxDue([part]),
    },
    part.currency,
  ),
});

export const StatementResource = z
  .strictObject({
    month: z.string().meta({ description: "Calendar month in UTC.", examples: ["2026-10"] }),
    starts_on: z.iso.datetime().meta({
      description: "Start of the month.",
      examples: ["2026-10-01T00:00:00.000Z"],
    }),
    ends_on: z.iso.datetime().meta({
      description: "Start of the next month.",
      examples: ["2026-11-01T00:00:00.000Z"],
    }),
    is_complete: z
      .boolean()
      .meta({ description: "False while the month goes on.", examples: [true] }),
    subaccount_id: nullable(
      "The subaccount that the statement was filtered by. Null for the whole account.",
      null,
    ),
    subaccount_name: nullable("Name of this subaccount today.", null),
    created_on: z.iso.datetime().meta({
      description: "Time of this statement. Registries may record retirements later.",
      examples: ["2026-11-02T08:00:00.000Z"],
    }),
    currency: upperCaseCurrencyField,
    ordered: byChannel("Orders placed in the month, less those cancelled in it. May be negative."),
    sold: byChannel("Orders fulfilled in the month, on the day of fulfillment."),
    billed: z
      .strictObject({
        invoices: z.int().meta({ description: "Number of invoices.", examples: [1] }),
        ...amount("invoiced", "Sum of the invoices, with tax.", 9044),
        credit_notes: z.int().meta({ description: "Number of credit notes.", examples: [0] }),
        ...amount("credited", "Sum of the credit notes, with tax.", 0),
        ...amount("tax", "Tax of the invoices less that of the credit notes.", 1444),
        ...amount("billed", "Invoices less credit notes, with tax. May be negative.", 9044),
      })
      .nullable()
      .meta({
        description:
          "Invoices and credit notes issued in the month. A month's API orders are on the invoice " +
          "that is issued after it. Null for a subaccount.",
      }),
    customers_paid: z
      .strictObject({
        payments: z.int().meta({ description: "Number of payments.", examples: [31] }),
        ...amount("paid", "Payments of checkouts in the month."),
        ...amount(
          "refunded",
          "Refunds and lost disputes in the month, whenever they were paid, less earlier ones that " +
            "failed or were won in it. May be negative.",
          250,
        ),
        ...amount(
          "lost_disputes",
          "The part of the refunds that is lost disputes. May be negative.",
          0,
        ),
        ...amount("fees", "What providers kept of the payments, as far as they report it.", 60),
        other_fees: z
          .array(
            z.strictObject({
              currency: currencyField,
              amount: z
                .int()
                .meta({ description: "In minor units of `currency`.", examples: [60] }),
            }),
          )
          .meta({ description: "Fees of providers that settle in other currencies." }),
        ...amount("net", "Payments less refunds. May be negative.", 8500),
        ...amount("tax", "Tax within payments, less tax within refunds.", 1357),
        ...amount("net_of_tax_and_fees", "Payments less refunds, their tax and fees.", 7083),
        taxes: z.array(StatementTax).meta({
          description: "Payments and refunds by the customer's country and tax rule.",
        }),
      })
      .meta({ description: "Money of customers. It is not part of the account's cost." }),
    registry_retired_kg: kg(
      "Kg sold that registries have retired until now, with credits that replaced others. The rest " +
        "is pending.",
      1000,
    ),
    groups: z.array(StatementGroup).meta({
      description: "What was sold, by channel, subaccount, portfolio, project and vintage.",
    }),
  })
  .meta({
    id: "Statement",
    description: "A month of the account. Its lines have the orders, serial numbers and evidence.",
  });
export type StatementResource = z.infer<typeof StatementResource>;

const toOrders = (sum: ByChannel["api"], currency: Currency) => ({
  orders: sum.orders,
  amount_kg: sum.kg,
  ...amountFields({ price: sum.price }, currency),
});

const toByChannel = ({ api, checkout }: ByChannel, currency: Currency) => ({
  api: toOrders(api, currency),
  checkout: toOrders(checkout, currency),
});

const toBilled = ({ billed, currency }: Statement["figures"]) => ({
  invoices: billed.invoices,
  credit_notes: billed.creditNotes,
  ...amountFields(
    {
      invoiced: billed.invoiced,
      credited: billed.credited,
      tax: billed.invoicedTax - billed.creditedTax,
      billed: billed.invoiced - billed.credited,
    },
    currency,
  ),
});

function toCustomersPaid({ figures, foreignFees }: Statement) {
  const { currency, taxes } = figures;
  const { payments, paid, refunded, lostDispute, fee } = figures.paid;
  const tax = taxDue(taxes);
  return {
    payments,
    ...amountFields(
      {
        paid,
        refunded,
        lost_disputes: lostDispute,
        fees: fee,
        net: paid - refunded,
        tax,
        net_of_tax_and_fees: paid - refunded - tax - fee,
      },
      currency,
    ),
    other_fees: foreignFees.map(({ minor, ...own }) => ({ ...own, amount: minor })),
    taxes: taxes.map(toTax),
  };
}

const toGroup = (group: Group, currency: Currency): z.infer<typeof StatementGroup> => ({
  channel: group.channel,
  subaccount_id: group.subaccountId,
  subaccount_name: group.subaccountName,
  portfolio_id: group.portfolioId,
  portfolio_name: group.portfolioName,
  project_id: group.projectId,
  project_name: group.projectName,
  vintage_year: group.vintageYear,
  registry: group.registry,
  amount_kg: group.kg,
  ...amountFields({ price: group.price }, currency),
  registry_retired_kg: group.retiredKg,
  replaced_kg: group.replacedKg,
  replacement_kg: group.replacementKg,
});

export function toStatementResource(statement: Statement): StatementResource {
  const { month, isComplete, createdAt, subaccount, figures, retiredKg, groups } = statement;
  const { currency } = figures;
  return {
    month: month.key,
    starts_on: month.from.toISOString(),
    ends_on: month.to.toISOString(),
    is_complete: isComplete,
    subaccount_id: subaccount?.id ?? null,
    subaccount_name: subaccount?.name ?? null,
    created_on: createdAt.toISOString(),
    currency: currency.toUpperCase(),
    ordered: toByChannel(figures.ordered, currency),
    sold: toByChannel(figures.sold, currency),
    billed: subaccount ? null : toBilled(figures),
    customers_paid: toCustomersPaid(statement),
    registry_retired_kg: retiredKg,
    groups: groups.map((group) => toGroup(group, currency)),
  };
}
