// The list of orders as CSV: a row per order, with what its detail shows.
import { amountColumns, type Columns, csvPage, fields } from "#core/csv";
import { type Money, moneyOf } from "#core/money";
import { findPortfolioNames } from "#domain/catalogue";
import {
  type BuyerResource,
  findSessionBuyers,
  findSessionPayments,
  toBuyerResource,
} from "#domain/checkout";
import {
  listOrderDetails,
  listOrdersBySearch,
  OrderFilters,
  type OrderWithSubaccount,
} from "#domain/orders";
import { buyerColumns } from "./buyer-columns";
import { ExportInput, placeAfter } from "./csv";
import { toListedOrder } from "./orders";
import { forViewer, type MemberContext } from "./procedures";

interface Details {
  portfolio_id: string;
  portfolio_name: string | null;
  checkout_session_id: string | null;
  payment_id: string | null;
  payment_reference: string | null;
  refunded: number;
  /** Of the provider, which settles in a currency of its own; null until it reports them. */
  settlement_currency: string | null;
  fee: Money | null;
  net: Money | null;
  projects: string;
  vintages: string;
  serial_number_ranges: string;
}

type Exported = ReturnType<typeof toListedOrder> & Details & Partial<BuyerResource>;

const listed = (values: readonly (string | number)[]) => [...new Set(values)].join("; ");

const noCredits = { projects: "", vintages: "", serial_number_ranges: "" };

/** Credits of these orders, without those that others replaced. */
async function findCredits(ctx: MemberContext, orders: readonly OrderWithSubaccount[]) {
  const fulfilled = orders.filter(({ state }) => state === "fulfilled");
  const keys = fulfilled.map(({ accountId, id }) => ({ accountId, orderId: id }));
  const details = keys.length > 0 ? await listOrderDetails(ctx, { orders: keys }) : [];
  return new Map(
    details.map(({ id, allocations }) => {
      const credits = allocations.flatMap(({ retirements }) =>
        retirements.filter(({ amountKg, replacedKg }) => amountKg > replacedKg),
      );
      return [
        id,
        {
          projects: listed(allocations.map(({ project }) => project.name)),
          vintages: listed(credits.map(({ vintageYear }) => vintageYear)),
          serial_number_ranges: listed(credits.map((credit) => credit.serialNumberRange)),
        },
      ];
    }),
  );
}

async function toExported(ctx: MemberContext, orders: OrderWithSubaccount[]): Promise<Exported[]> {
  const sessionIds = orders.map((order) => order.checkoutSessionId);
  const [portfolios, payments, sessions, credits] = await Promise.all([
    findPortfolioNames(ctx, { ids: orders.map(({ portfolioId }) => portfolioId) }),
    findSessionPayments(ctx, { sessionIds }),
    findSessionBuyers(ctx, { sessionIds }),
    findCredits(ctx, orders),
  ]);
  return orders.map((order) => {
    const sessionId = order.checkoutSessionId ?? "";
    const [payment, session] = [payments.get(sessionId), sessions.get(sessionId)];
    const settlementCurrency = payment?.settlementCurrency ?? payment?.currency ?? "";
    const settled = (minor: bigint | null | undefined) =>
      minor == null ? null : { minor: Number(minor), currency: settlementCurrency };
    const [fee, net] = [settled(payment?.fee), settled(payment?.net)];
    return {
      ...toListedOrder(order),
      ...(session && toBuyerResource(session)),
      portfolio_id: order.portfolioId,
      portfolio_name: portfolios.get(order.portfolioId) ?? null,
      checkout_session_id: order.checkoutSessionId,
      payment_id: payment?.id ?? null,
      payment_reference: payment?.providerPaymentId ?? null,
      refunded: Number(order.refunded),
      settlement_currency: fee?.currency.toUpperCase() ?? null,
      ...{ fee, net },
      ...(credits.get(order.id) ?? noCredits),
    };
  });
}

const amounts = (name: "price" | "price_per_tonne" | "refunded") =>
  amountColumns<Exported>(name, (order) => moneyOf(order, order[name]));

export const orderColumns: Columns<Exported> = {
  ...fields("id", "order_number", "created_on", "state", "channel", "amount_kg"),
  ...fields("subaccount_id", "subaccount_name"),
  beneficiary: (order) => order.beneficiary?.name ?? null,
  ...fields("description", "metadata"),
  certificate_url: (order) => order.certificate_public_url,
  ...fields("fulfilled_on", "portfolio_id", "portfolio_name"),
  currency: (order) => order.currency.toUpperCase(),
  ...amounts("price"),
  ...amounts("price_per_tonne"),
  ...fields("checkout_session_id", "payment_id", "payment_reference", "registry_status"),
  retired_on: (order) => order.registry_retired_on,
  ...amounts("refunded"),
  ...fields("settlement_currency"),
  ...amountColumns<Exported>("fee", ({ fee }) => fee),
  ...amountColumns<Exported>("net", ({ net }) => net),
  ...fields("projects", "vintages", "serial_number_ranges"),
  ...buyerColumns,
};

export const exportOrders = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(OrderFilters.shape))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const query = { ...filters, ...placeAfter(after), last: false };
    const { data, hasMore } = await listOrdersBySearch(ctx, query);
    return csvPage({ data: await toExported(ctx, data), hasMore }, orderColumns);
  });
