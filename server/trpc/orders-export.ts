// The list of orders as CSV: a row per order, with what its detail shows.
import { type Columns, csvPage, fields } from "#core/csv";
import { usDollars } from "#core/money";
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
  refunded_usd_cents: number;
  /** Null until the payment provider reports it. */
  fee_usd_cents: number | null;
  net_usd_cents: number | null;
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
    const [fee, net] = [payment?.fee ?? null, payment?.net ?? null];
    return {
      ...toListedOrder(order),
      ...(session && toBuyerResource(session)),
      portfolio_id: order.portfolioId,
      portfolio_name: portfolios.get(order.portfolioId) ?? null,
      checkout_session_id: order.checkoutSessionId,
      payment_id: payment?.id ?? null,
      payment_reference: payment?.providerPaymentId ?? null,
      refunded_usd_cents: Number(order.refunded),
      fee_usd_cents: fee === null ? null : Number(fee),
      net_usd_cents: net === null ? null : Number(net),
      ...(credits.get(order.id) ?? noCredits),
    };
  });
}

const dollarsOrNull = (amount: number | null) => (amount === null ? null : usDollars(amount));

export const orderColumns: Columns<Exported> = {
  ...fields("id", "order_number", "created_on", "state", "channel", "amount_kg", "price_usd_cents"),
  ...fields("subaccount_id", "subaccount_name"),
  beneficiary: (order) => order.beneficiary?.name ?? null,
  ...fields("description", "metadata"),
  certificate_url: (order) => order.certificate_public_url,
  ...fields("fulfilled_on", "portfolio_id", "portfolio_name"),
  price_usd: (order) => usDollars(order.price_usd_cents),
  price_per_tonne_usd: (order) => usDollars(order.price_per_tonne_usd_cents),
  currency: () => "USD",
  ...fields("checkout_session_id", "payment_id", "payment_reference", "registry_status"),
  retired_on: (order) => order.registry_retired_on,
  refunded_usd: (order) => usDollars(order.refunded_usd_cents),
  fee_usd: (order) => dollarsOrNull(order.fee_usd_cents),
  net_usd: (order) => dollarsOrNull(order.net_usd_cents),
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
