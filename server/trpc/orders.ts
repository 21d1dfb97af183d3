import { getSubaccount } from "#domain/accounts";
import { findPortfolioNames } from "#domain/catalogue";
import {
  cancelAndRefund,
  getCheckoutSession,
  getPaymentHistory,
  toBuyerResource,
  toPaymentHistoryResource,
} from "#domain/checkout";
import { getEvent, listEvents, toEventResource } from "#domain/events";
import {
  findOrderProgress,
  getOrder,
  getOrderSums,
  listOrdersBySearch,
  OrderFilters,
  type OrderWithSubaccount,
  SearchOrders,
  toOrderListItemResource,
  toOrderResource,
} from "#domain/orders";
import { billing } from "#modules";
import { presentsPage } from "./calls";
import { placeNewOrder, quoteNewOrder } from "./new-orders";
import { forAdmin, forViewer, IdInput, type MemberContext, router } from "./procedures";

/** An order has one for each change of its state. */
const MAX_EVENTS = 20;

/** The API's list item, plus details for the dashboard. */
export const toListedOrder = (order: OrderWithSubaccount) => ({
  ...toOrderListItemResource(order),
  channel: order.channel,
  subaccount_name: order.subaccountName,
  fulfilled_on: order.state === "fulfilled" ? (order.settledAt?.toISOString() ?? null) : null,
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

async function showOrder(ctx: MemberContext, id: string) {
  const order = await getOrder(ctx, { id });
  const { subaccountId, checkoutSessionId } = order;
  const [progress, subaccount, session, events, portfolioNames] = await Promise.all([
    findOrderProgress(ctx, { order }),
    subaccountId === null ? null : getSubaccount(ctx, { id: subaccountId }),
    checkoutSessionId === null ? null : getCheckoutSession(ctx, { id: checkoutSessionId }),
    listEvents(ctx, { order_id: id, limit: MAX_EVENTS }),
    findPortfolioNames(ctx, { ids: [order.portfolioId] }),
  ]);
  const details = await Promise.all(events.data.map((event) => getEvent(ctx, event)));
  const history = session && (await getPaymentHistory(ctx, { session }));
  return {
    ...toOrderResource(order),
    channel: order.channel,
    portfolio_id: order.portfolioId,
    portfolio_name: portfolioNames.get(order.portfolioId) ?? order.portfolioId,
    settled_on: order.settledAt?.toISOString() ?? null,
    waits_for: waitsForOf(progress, history),
    cancel_reason: progress.cancelReason,
    subaccount: subaccount && { id: subaccount.id, name: subaccount.name },
    customer_email: session?.customerEmail ?? null,
    buyer: session && toBuyerResource(session),
    session_created_on: session?.createdAt.toISOString() ?? null,
    ...(history
      ? toPaymentHistoryResource(history)
      : { payment: null, refunds: [], disputes: [], mails: [] }),
    events: details.map(toEventResource).reverse(),
  };
}

export const ordersRouter = router({
  list: forViewer
    .meta({ forLimited: "filter" })
    .input(SearchOrders)
    .query(presentsPage(listOrdersBySearch, toListedOrder)),

  /** Count and sums of the list with these filters, by channel and state. */
  totals: forViewer
    .meta({ forLimited: "filter" })
    .input(OrderFilters.omit({ sort: true }))
    .query(async ({ ctx, input }) => {
      const { orders, isCapped, sums } = await getOrderSums(ctx, input);
      return {
        count: orders,
        is_capped: isCapped,
        currency: ctx.account.currency,
        sums:
          sums?.map(({ channel, state, ...sum }) => ({
            channel,
            state,
            count: sum.orders,
            amount_kg: sum.amountKg,
            price: sum.price,
          })) ?? null,
      };
    }),

  quote: quoteNewOrder,
  place: placeNewOrder,

  get: forViewer
    .meta({ forLimited: "order" })
    .input(IdInput)
    .query(({ ctx, input }) => showOrder(ctx, input.id)),

  /** Also refunds the customer. */
  cancel: forAdmin
    .meta({ forLimited: "order" })
    .input(IdInput)
    .mutation(async ({ ctx, input }) => {
      await cancelAndRefund(ctx, { ...input, credit: billing.credit });
    }),
});
