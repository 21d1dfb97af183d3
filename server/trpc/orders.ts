// Orders of the account, by the verbs of the API.
import { z } from "zod";
import { cancelAndRefund } from "#domain/checkout";
import {
  type FoundOrder,
  getOrder,
  listFoundOrders,
  OrderFilters,
  SearchOrders,
  toOrderListItemResource,
  toOrderResource,
} from "#domain/orders";
import { type Columns, ExportInput, exportPage, placeAfter } from "./csv";
import { forAdmin, forViewer, router } from "./procedures";

/** As the API's lists have it, with what only people want to see at once. */
const toListed = (order: FoundOrder) => ({
  ...toOrderListItemResource(order),
  channel: order.channel,
  subaccount_name: order.subaccountName,
});

const Id = z.strictObject({ id: z.string().max(64) });

export const ordersRouter = router({
  list: forViewer.input(SearchOrders).query(async ({ ctx, input }) => {
    const page = await listFoundOrders(ctx, input);
    return { data: page.data.map(toListed), has_more: page.hasMore };
  }),

  get: forViewer
    .input(Id)
    .query(async ({ ctx, input }) => toOrderResource(await getOrder(ctx, input))),

  /** What a customer paid for it is given back. */
  cancel: forAdmin
    .input(Id)
    .mutation(async ({ ctx, input }) => toOrderResource(await cancelAndRefund(ctx, input))),
});

const columns: Columns<ReturnType<typeof toListed>> = {
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
};

export const exportOrders = forViewer
  .input(ExportInput.extend(OrderFilters.shape))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const wanted = { ...filters, ...placeAfter(after), last: false };
    const { data, hasMore } = await listFoundOrders(ctx, wanted);
    return exportPage({ data: data.map(toListed), hasMore }, columns);
  });
