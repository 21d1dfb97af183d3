import { type Columns, csvPage } from "#core/csv";
import { dollars } from "#core/money";
import { pageResource } from "#core/page";
import { getSubaccount } from "#domain/accounts";
import { findPortfolioNames } from "#domain/catalogue";
import {
  cancelAndRefund,
  findPaymentReferences,
  getCheckoutSession,
  getPaymentHistory,
  toPaymentHistoryResource,
} from "#domain/checkout";
import { getEvent, listEvents, toEventResource } from "#domain/events";
import {
  findOrderProgress,
  getOrder,
  listOrdersBySearch,
  OrderFilters,
  type OrderWithSubaccount,
  SearchOrders,
  toOrderListItemResource,
  toOrderResource,
} from "#domain/orders";
import { ExportInput, placeAfter } from "./csv";
import { forAdmin, forViewer, IdInput, type MemberContext, router } from "./procedures";

/** An order has one for each change of its state. */
const MAX_EVENTS = 20;

/** The API's list item, plus details for the dashboard. */
const toListed = (order: OrderWithSubaccount) => ({
  ...toOrderListItemResource(order),
  channel: order.channel,
  subaccount_name: order.subaccountName,
});

type Progress = Awaited<ReturnType<typeof findOrderProgress>>;
type History = Awaited<ReturnType<typeof getPaymentHistory>>;

/** A paid order waits while its payment is disputed, or may be fraudulent. */
function waitsForOf({ waitsFor }: Progress, history: History | null) {
  if (waitsFor !== "payment" || history?.payment?.state !== "disputed") return waitsFor;
  const isOpen = ({ kind, state }: History["disputes"][number]) =>
    kind === "dispute" && state === "open";
  return history.disputes.some(isOpen) ? "dispute" : "warning";
}

/** The order with its payment and events. */
async function showOrder(ctx: MemberContext, id: string) {
  const order = await getOrder(ctx, { id });
  const { subaccountId, checkoutSessionId } = order;
  const [progress, subaccount, session, events] = await Promise.all([
    findOrderProgress(ctx, { order }),
    subaccountId === null ? null : getSubaccount(ctx, { id: subaccountId }),
    checkoutSessionId === null ? null : getCheckoutSession(ctx, { id: checkoutSessionId }),
    listEvents(ctx, { order_id: id, limit: MAX_EVENTS }),
  ]);
  const details = await Promise.all(events.data.map((event) => getEvent(ctx, event)));
  const history = session && (await getPaymentHistory(ctx, { session }));
  return {
    ...toOrderResource(order),
    channel: order.channel,
    portfolio_id: order.portfolioId,
    settled_on: order.settledAt?.toISOString() ?? null,
    waits_for: waitsForOf(progress, history),
    cancel_reason: progress.cancelReason,
    subaccount: subaccount && { id: subaccount.id, name: subaccount.name },
    customer_email: session?.customerEmail ?? null,
    session_created_on: session?.createdAt.toISOString() ?? null,
    ...(history
      ? toPaymentHistoryResource(history)
      : { payment: null, refunds: [], disputes: [], mails: [] }),
    events: details.map(toEventResource).reverse(),
  };
}

export const ordersRouter = router({
  list: forViewer
    .input(SearchOrders)
    .query(async ({ ctx, input }) => pageResource(await listOrdersBySearch(ctx, input), toListed)),

  get: forViewer.input(IdInput).query(({ ctx, input }) => showOrder(ctx, input.id)),

  /** Also refunds the customer. */
  cancel: forAdmin.input(IdInput).mutation(async ({ ctx, input }) => {
    await cancelAndRefund(ctx, input);
  }),
});

/** With the columns that only files have. */
type Exported = ReturnType<typeof toListed> & {
  fulfilled_on: string | null;
  portfolio_id: string;
  portfolio_name: string | null;
  checkout_session_id: string | null;
  payment_id: string | null;
  payment_reference: string | null;
};

async function toExported(ctx: MemberContext, orders: OrderWithSubaccount[]): Promise<Exported[]> {
  const [portfolios, payments] = await Promise.all([
    findPortfolioNames(ctx, { ids: orders.map(({ portfolioId }) => portfolioId) }),
    findPaymentReferences(ctx, { sessionIds: orders.map((order) => order.checkoutSessionId) }),
  ]);
  return orders.map((order) => {
    const payment = payments.get(order.checkoutSessionId ?? "");
    return {
      ...toListed(order),
      fulfilled_on: order.state === "fulfilled" ? (order.settledAt?.toISOString() ?? null) : null,
      portfolio_id: order.portfolioId,
      portfolio_name: portfolios.get(order.portfolioId) ?? null,
      checkout_session_id: order.checkoutSessionId,
      payment_id: payment?.id ?? null,
      payment_reference: payment?.providerPaymentId ?? null,
    };
  });
}

const columns: Columns<Exported> = {
  id: (order) => order.id,
  order_number: (order) => order.order_number,
  created_on: (order) => order.created_on,
  state: (order) => order.state,
  channel: (order) => order.channel,
  amount_kg: (order) => order.amount_kg,
  price_usd_cents: (order) => order.price_usd_cents,
  subaccount_id: (order) => order.subaccount_id,
  subaccount_name: (order) => order.subaccount_name,
  beneficiary: (order) => order.beneficiary?.name ?? null,
  description: (order) => order.description,
  metadata: (order) => order.metadata,
  certificate_url: (order) => order.certificate_public_url,
  fulfilled_on: (order) => order.fulfilled_on,
  portfolio_id: (order) => order.portfolio_id,
  portfolio_name: (order) => order.portfolio_name,
  price_usd: (order) => dollars(order.price_usd_cents),
  price_per_tonne_usd: (order) => dollars(order.price_per_tonne_usd_cents),
  currency: () => "USD",
  checkout_session_id: (order) => order.checkout_session_id,
  payment_id: (order) => order.payment_id,
  payment_reference: (order) => order.payment_reference,
};

export const exportOrders = forViewer
  .input(ExportInput.extend(OrderFilters.shape))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const query = { ...filters, ...placeAfter(after), last: false };
    const { data, hasMore } = await listOrdersBySearch(ctx, query);
    return csvPage({ data: await toExported(ctx, data), hasMore }, columns);
  });
