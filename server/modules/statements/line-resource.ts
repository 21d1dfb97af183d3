import { z } from "zod";
import { amountFields, nullableAmountSchema, upperCaseCurrencyField } from "#core/contract-money";
import { appUrl } from "#core/env";
import { DEFAULT_CURRENCY } from "#core/money";
import { moneyKinds } from "#domain/figures";
import { registryStatuses } from "#domain/inventory";
import { documentKinds } from "#modules/billing/index";
import { amount, channel, credits, nullable, text } from "./fields";
import type { StatementLine } from "./lines";

const lineKinds = ["sale", "replacement", ...moneyKinds, ...documentKinds] as const;

/** Null for payments and refunds, with the description of the field itself. */
const ofSales = <Field extends z.ZodType>(field: Field) =>
  field.nullable().meta(field.meta() ?? {});

const sold = {
  ...credits,
  portfolio_id: ofSales(credits.portfolio_id),
  portfolio_name: ofSales(credits.portfolio_name),
  project_id: ofSales(credits.project_id),
  project_name: ofSales(credits.project_name),
  vintage_year: ofSales(credits.vintage_year),
  registry: ofSales(credits.registry),
};

export const StatementLineResource = z
  .strictObject({
    id: text("Id of the line, for the cursor.", "ord_01kx3v6d0tf9sv4m2c8j5a7b9e_0"),
    kind: z.enum(lineKinds).meta({
      description:
        "`sale`: credits of one lot for an order. `replacement`: credits of one lot that replaced " +
        "others of an order; they were not sold again. `payment`, `refund`, `fee`: of a customer's " +
        "payment. `invoice`, `credit_note`: for API orders, issued to the account.",
      examples: ["sale"],
    }),
    occurred_on: z.iso.datetime().meta({
      description: "Time of fulfillment, payment, refund or issue.",
      examples: ["2026-10-21T12:00:03.000Z"],
    }),
    order_id: nullable("Id of the order.", "ord_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    ordered_on: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Time of the order.", examples: ["2026-10-21T12:00:00.000Z"] }),
    channel: ofSales(channel),
    ...sold,
    registry_project_id: nullable("Id of the project at the registry.", "VCS1340"),
    amount_kg: z
      .int()
      .nullable()
      .meta({ description: "Kg of CO2e sold.", examples: [25] }),
    ...nullableAmountSchema("price_per_tonne", {
      description: "The order's price per tonne.",
      example: 7000,
    }),
    ...amount(
      "amount",
      "Share of the order's price; or the amount of the payment, refund or document. Negative for an " +
        "earlier refund that failed, a lost dispute that was won, or a fee that was corrected.",
      175,
    ),
    ...nullableAmountSchema("tax", {
      description:
        "Tax within the amount: of an invoice or credit note; of a payment or refund, as the " +
        "checkout page showed it.",
      example: 28,
    }),
    tax_name: nullable("For payments and refunds: name of the tax.", "VAT"),
    tax_rate_basis_points: z
      .int()
      .nullable()
      .meta({ description: "For payments and refunds: 1900 is 19%.", examples: [1900] }),
    tax_rule_id: nullable("For payments and refunds: id of the tax rule.", "gb-standard-2024"),
    customer_country_code: nullable("For payments and refunds: country of the customer.", "GB"),
    currency: upperCaseCurrencyField,
    serial_number_range: nullable(
      "Serial numbers of the tonnes that contain these kg.",
      "19385-941467007-941467007-VCS-VCU-1507-VER-ET-14-1340-01012022-31122022-1",
    ),
    registry_status: z
      .enum(registryStatuses)
      .nullable()
      .meta({ description: "What the registry has recorded.", examples: ["retired"] }),
    registry_retired_kg: z
      .int()
      .nullable()
      .meta({ description: "Kg that the registry has retired.", examples: [25] }),
    replaced_kg: z
      .int()
      .nullable()
      .meta({
        description:
          "Kg that other credits replaced later, because a registry shows these as someone else's. " +
          "The order's certificate has the others.",
        examples: [0],
      }),
    replacement_kg: z
      .int()
      .nullable()
      .meta({ description: "Kg that replaced others.", examples: [null] }),
    registry_retired_on: z.iso
      .date()
      .nullable()
      .meta({ description: "Date at the registry.", examples: ["2026-11-24"] }),
    registry_reference: nullable("The registry's own reference.", "RET-4711"),
    url: nullable(
      "URL of the retirement at the registry, or of the lot.",
      "https://registry.example/retirements/4711",
    ),
    checkout_session_id: nullable("Id of the checkout session.", "cs_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    payment_id: nullable("Id of the payment.", "pay_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    payment_reference: nullable("The payment provider's own reference.", "pi_3QK5v2"),
    document_number: nullable("Number of the invoice or credit note.", "INV-2026-00042"),
    metadata: nullable("Your own reference of the order.", "invoice 4711"),
    description: nullable("Description of the order.", "Flight to Oslo"),
    certificate_public_url: nullable(
      "The order's public certificate.",
      "https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
  })
  .meta({
    id: "StatementLine",
    description:
      "A line of a month's statement: a sale, a payment or refund of a customer, or a document.",
  });
export type StatementLineResource = z.infer<typeof StatementLineResource>;

type Sale = Extract<StatementLine, { kind: "sale" | "replacement" }>;
type Document = Extract<StatementLine, { number: string }>;
type Money = Exclude<StatementLine, Sale | Document>;

const empty = {
  order_id: null,
  ordered_on: null,
  channel: null,
  subaccount_id: null,
  subaccount_name: null,
  portfolio_id: null,
  portfolio_name: null,
  project_id: null,
  project_name: null,
  vintage_year: null,
  registry: null,
  registry_project_id: null,
  amount_kg: null,
  ...amountFields({ price_per_tonne: null, tax: null }, DEFAULT_CURRENCY),
  tax_name: null,
  tax_rate_basis_points: null,
  tax_rule_id: null,
  customer_country_code: null,
  serial_number_range: null,
  registry_status: null,
  registry_retired_kg: null,
  replaced_kg: null,
  replacement_kg: null,
  registry_retired_on: null,
  registry_reference: null,
  url: null,
  checkout_session_id: null,
  payment_id: null,
  payment_reference: null,
  document_number: null,
  metadata: null,
  description: null,
  certificate_public_url: null,
};

const ofSale = (line: Sale) => ({
  occurred_on: line.settledAt?.toISOString() ?? "",
  order_id: line.orderId,
  ordered_on: line.createdAt.toISOString(),
  channel: line.channel,
  subaccount_id: line.subaccountId,
  subaccount_name: line.subaccountName,
  portfolio_id: line.portfolioId,
  portfolio_name: line.portfolioName,
  project_id: line.projectId,
  project_name: line.projectName,
  vintage_year: line.vintageYear,
  registry: line.registry,
  registry_project_id: line.registryProjectId,
  amount_kg: line.amountKg,
  ...amountFields({ price_per_tonne: line.pricePerTonne, amount: line.price }, line.currency),
  serial_number_range: line.serialNumberRange,
  registry_status: line.registryStatus,
  registry_retired_kg: line.registryRetiredKg,
  replaced_kg: line.replacedKg,
  registry_retired_on: line.registryRetiredOn,
  registry_reference: line.registryReference,
  url: line.evidenceUrl ?? line.lotUrl,
  checkout_session_id: line.checkoutSessionId,
  payment_id: line.paymentId,
  payment_reference: line.providerPaymentId,
  metadata: line.metadata,
  description: line.description,
  certificate_public_url: `${appUrl()}/certificates/${line.orderId}`,
});

const ofMoney = (line: Money) => ({
  occurred_on: line.at?.toISOString() ?? "",
  order_id: line.orderId,
  subaccount_id: line.subaccountId,
  subaccount_name: line.subaccountName,
  ...amountFields({ amount: line.amount }, line.currency),
  ...(line.kind !== "fee" && {
    ...amountFields({ tax: line.tax }, line.currency),
    tax_name: line.taxName,
    tax_rate_basis_points: line.taxRateBasisPoints,
    tax_rule_id: line.taxRuleId,
    customer_country_code: line.customerCountry,
  }),
  checkout_session_id: line.checkoutSessionId,
  payment_id: line.paymentId,
  payment_reference: line.providerPaymentId,
});

const ofDocument = (line: Document) => ({
  occurred_on: line.at.toISOString(),
  ...amountFields({ amount: line.amount, tax: line.tax }, line.currency),
  document_number: line.number,
});

/** They have kg and price of their own nowhere, so that each column can be summed. */
const ofReplacement = (line: Sale) => ({
  ...ofSale(line),
  amount_kg: null,
  ...amountFields({ amount: 0 }, line.currency),
  replacement_kg: line.amountKg,
});

function factsOf(line: StatementLine) {
  if (line.kind === "sale") return ofSale(line);
  if (line.kind === "replacement") return ofReplacement(line);
  return "number" in line ? ofDocument(line) : ofMoney(line);
}

export function toStatementLineResource(line: StatementLine): StatementLineResource {
  const currency = line.currency.toUpperCase();
  return { ...empty, id: line.id, kind: line.kind, currency, ...factsOf(line) };
}
