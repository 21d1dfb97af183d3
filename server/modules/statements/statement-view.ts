import { formatDay, formatMoment } from "#core/dates";
import { formatTonnes } from "#core/mass";
import { type Currency, formatMoney } from "#core/money";
import { registryLabel } from "#core/registry-label";
import type { ByChannel } from "#domain/figures";
import { registryLabelOf } from "#domain/inventory";
import type { StatementGroup } from "./replacements";
import type { Statement } from "./statement";
import { type TaxPart, taxDue, taxLabel } from "./tax-rules";

const money = (minor: number, currency: Currency) => formatMoney({ minor, currency }, "en-US");

const monthName = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

const channels = { api: "API", checkout: "Checkout" } as const;

interface Figure {
  title: string;
  kg: string;
  /** Null if only kg are counted. */
  price: string | null;
}

function figuresOf({ figures, retiredKg }: Statement): Figure[] {
  const { ordered, sold, currency } = figures;
  const figure = (title: string, { kg, price }: ByChannel["api"]): Figure => ({
    title,
    kg: formatTonnes(kg),
    price: money(price, currency),
  });
  const kg = sold.api.kg + sold.checkout.kg;
  return [
    figure("Sold: API orders", sold.api),
    figure("Sold: checkout orders", sold.checkout),
    { title: "Sold, retired at registries until now", kg: formatTonnes(retiredKg), price: null },
    { title: "Sold, retirement pending", kg: formatTonnes(kg - retiredKg), price: null },
    figure("Ordered: API", ordered.api),
    figure("Ordered: checkout", ordered.checkout),
  ];
}

interface Amount {
  title: string;
  amount: string;
}

function moneyOf({ figures: { paid, taxes, currency }, foreignFees }: Statement): Amount[] {
  const net = paid.paid - paid.refunded;
  const tax = taxDue(taxes);
  return [
    { title: `Payments (${paid.payments})`, amount: money(paid.paid, currency) },
    { title: "Refunds", amount: money(paid.lostDispute - paid.refunded, currency) },
    { title: "Lost disputes", amount: money(0 - paid.lostDispute, currency) },
    { title: "Customers paid", amount: money(net, currency) },
    { title: "Tax included", amount: money(tax, currency) },
    { title: "Providers’ fees", amount: money(paid.fee, currency) },
    {
      title: "Customers paid, without tax and fees",
      amount: money(net - tax - paid.fee, currency),
    },
    ...foreignFees.map((fee) => ({
      title: `Providers’ fees in ${fee.currency.toUpperCase()}`,
      amount: money(fee.minor, fee.currency),
    })),
  ];
}

const countries = new Intl.DisplayNames("en", { type: "region" });

/** A row for each country and tax rule. */
export const toTaxRow = (part: TaxPart) => ({
  key: `${part.currency} ${part.country} ${part.taxRuleId} ${part.taxRateBasisPoints}`,
  country: part.country === null ? "Not stated" : (countries.of(part.country) ?? part.country),
  tax: taxLabel(part) ?? "No tax rule",
  paid: money(part.paid, part.currency),
  refunded: money(0 - part.refunded, part.currency),
  net: money(part.paid - part.refunded - taxDue([part]), part.currency),
  due: money(taxDue([part]), part.currency),
});

function billedOf({ figures, subaccount }: Statement): Amount[] {
  const { billed, currency } = figures;
  // Invoices are the account's own.
  if (subaccount) return [];
  return [
    { title: `Invoices (${billed.invoices})`, amount: money(billed.invoiced, currency) },
    { title: `Credit notes (${billed.creditNotes})`, amount: money(0 - billed.credited, currency) },
    { title: "Billed", amount: money(billed.invoiced - billed.credited, currency) },
    {
      title: "Tax included",
      amount: money(billed.invoicedTax - billed.creditedTax, currency),
    },
  ];
}

export const sumOf = (groups: readonly StatementGroup[], key: "kg" | "price" | "retiredKg") =>
  groups.reduce((total, group) => total + group[key], 0);

/** Prices of the two channels apart: one is the account's cost, the other its customers'. */
export function pricesOf(groups: readonly StatementGroup[], currency: Currency): string {
  const parts = (["api", "checkout"] as const).flatMap((channel) => {
    const own = groups.filter((group) => group.channel === channel);
    return own.length === 0 ? [] : [`${channels[channel]} ${money(sumOf(own, "price"), currency)}`];
  });
  return parts.join(", ");
}

/** Empty without a remedy. */
function replacedText({ replacedKg, replacementKg }: StatementGroup): string {
  const parts = [
    replacedKg > 0 && `${formatTonnes(replacedKg)} replaced by other credits`,
    replacementKg > 0 && `${formatTonnes(replacementKg)} replaced other credits`,
  ];
  return parts.filter(Boolean).join(", ");
}

function sectionsOf({ groups, figures: { currency } }: Statement) {
  return [...Map.groupBy(groups, ({ subaccountId }) => subaccountId)].map(([id, own]) => ({
    key: id ?? "account",
    name: own[0]?.subaccountName ?? "Without a subaccount",
    kg: formatTonnes(sumOf(own, "kg")),
    prices: pricesOf(own, currency),
    rows: own.map((group) => ({
      key: [
        group.portfolioId,
        group.projectId,
        group.vintageYear,
        group.channel,
        group.registry,
      ].join(" "),
      portfolio: group.portfolioName,
      project: group.projectName,
      registry: registryLabel(registryLabelOf(group.registry), group.registryProjectId),
      vintage: String(group.vintageYear),
      channel: channels[group.channel],
      kg: formatTonnes(group.kg),
      price: money(group.price, currency),
      retired: formatTonnes(group.retiredKg),
      replaced: replacedText(group),
    })),
  }));
}

const NOTES = {
  sold:
    "Sold: orders fulfilled in the month, on the day of fulfillment, at the order’s price. Ordered: " +
    "orders placed in the month, less those cancelled in it.",
  apart:
    "The price of API orders is the account’s cost. Checkout orders were paid by customers. The two " +
    "are never added up.",
  paid:
    "Each payment and refund counts on its own day, whenever its order was fulfilled. A refund that " +
    "fails later, or a lost dispute that is won, comes back on the day of that.",
  tax:
    "Tax within customers’ payments, as the checkout page showed it, less that within refunds. The " +
    "seller named on the checkout page declares it. No tax rule: no tax was shown.",
  billed:
    "Invoices and credit notes issued in the month, with tax. A month’s orders are on the invoice " +
    "that is issued after it.",
  retired:
    "Retired: kg that registries have recorded as retired until now. Where other credits replaced " +
    "sold ones, the retirement of the others counts.",
  open: "The month is not over: figures may still change.",
};

/** The statement as page and PDF show it. */
export function toStatementView(statement: Statement) {
  const { month, isComplete, createdAt, account, subaccount } = statement;
  return {
    month: month.key,
    name: monthName.format(month.from),
    period: `${formatDay(month.from)} to ${formatDay(new Date(month.to.getTime() - 1))} (UTC)`,
    isComplete,
    createdOn: createdAt.toISOString(),
    created: formatMoment(createdAt),
    /** Name of the account or subaccount. */
    owner: subaccount ? `${subaccount.name} (${account.name})` : account.name,
    mode: account.mode,
    figures: figuresOf(statement),
    money: moneyOf(statement),
    taxes: statement.figures.taxes.map(toTaxRow),
    billed: billedOf(statement),
    sections: sectionsOf(statement),
    notes: NOTES,
  };
}

export type StatementView = ReturnType<typeof toStatementView>;
