import { formatDay, formatMoment } from "#core/dates";
import { formatTonnes } from "#core/mass";
import type { Currency } from "#core/money";
import { registryLabel } from "#core/registry-label";
import { RETIRED_AHEAD } from "#core/retired-ahead";
import { registryLabelOf } from "#domain/inventory";
import type { StatementGroup } from "#modules/statements/replacements";
import type { SaleView } from "#modules/statements/sale-view";
import { pricesOf, sumOf } from "#modules/statements/statement-view";
import type { SubaccountReport } from "./report";

const notes = {
  sold:
    "Sold: credits of orders fulfilled in the period, on the day of fulfillment. Days are in UTC. " +
    "No one else can be sold these kilograms.",
  retired:
    "Retired: what registries have recorded as retired until now. The rest is set aside, and its " +
    "retirement is pending, or its registry record is missing or disputed.",
  prices: "API orders were paid by the account, checkout orders by its customers.",
  open: "The period is not over: figures may still change.",
  test: "Test data: no real credits, and no money was moved.",
  more: "Too many for a document. The CSV has every one.",
  nothing: "Nothing was sold in this period.",
};

const kgOf = (groups: readonly StatementGroup[]) => {
  const [sold, retired] = [sumOf(groups, "kg"), sumOf(groups, "retiredKg")];
  return {
    sold: formatTonnes(sold),
    retired: formatTonnes(retired),
    pending: formatTonnes(sold - retired),
  };
};

/** One row for both channels, because what was sold is the same. */
const rowKey = (group: StatementGroup) =>
  JSON.stringify([group.projectId, group.vintageYear, group.registry]);

/** With prices, if there is a currency. */
function rowOf(key: string, parts: readonly StatementGroup[], currency: Currency | null) {
  const [first] = parts;
  return {
    key,
    project: first?.projectName ?? "",
    registry: registryLabel(
      registryLabelOf(first?.registry ?? ""),
      first?.registryProjectId ?? null,
    ),
    vintage: String(first?.vintageYear ?? ""),
    ...kgOf(parts),
    prices: currency ? pricesOf(parts, currency) : null,
  };
}

function portfoliosOf({ groups, hasPrices, figures }: SubaccountReport) {
  const currency = hasPrices ? figures.currency : null;
  return [...Map.groupBy(groups, ({ portfolioId }) => portfolioId)].map(([id, own]) => ({
    key: id,
    name: own[0]?.portfolioName ?? id,
    ...kgOf(own),
    rows: [...Map.groupBy(own, rowKey)].map(([key, parts]) => rowOf(key, parts, currency)),
  }));
}

/** The report as page and PDF show it. `sales` is null if they are too many. */
export function toReportView(report: SubaccountReport, sales: SaleView[] | null) {
  const { account, subaccount, from, to, isComplete, createdAt, groups, hasPrices } = report;
  const { currency, sold } = report.figures;
  return {
    account: account.name,
    subaccount: subaccount.name,
    subaccountId: subaccount.id,
    mode: account.mode,
    ...{ from, to, hasPrices, isComplete },
    period: `${formatDay(from)} to ${formatDay(to)} (UTC)`,
    createdOn: createdAt.toISOString(),
    created: formatMoment(createdAt),
    orders: sold.api.orders + sold.checkout.orders,
    totals: kgOf(groups),
    prices: hasPrices && groups.length > 0 ? pricesOf(groups, currency) : null,
    portfolios: portfoliosOf(report),
    ahead: sales?.some((sale) => sale.isRetiredAhead) ? RETIRED_AHEAD : null,
    sales: sales?.map((sale) => ({ ...sale, price: hasPrices ? sale.price : null })) ?? null,
    notes,
  };
}

export type ReportView = ReturnType<typeof toReportView>;
