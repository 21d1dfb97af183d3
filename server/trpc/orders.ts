// Orders of the account, by the verbs of the API.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { cancelAndRefund } from "#domain/checkout";
import {
  getOrder,
  listOrders,
  type OrderListItemResource,
  toOrderListItemResource,
  toOrderResource,
} from "#domain/orders";
import { type Columns, ExportInput, exportPage, placeAfter } from "./csv";
import { forAdmin, forViewer, router } from "./procedures";

const Id = z.strictObject({ id: z.string().max(64) });

export const ordersRouter = router({
  list: forViewer
    .input(PageQuery.extend({ subaccount_id: z.string().max(64).nullish() }))
    .query(async ({ ctx, input: { subaccount_id: subaccountId = null, ...query } }) => {
      const page = await listOrders(ctx, { ...query, subaccountId });
      return { data: page.data.map(toOrderListItemResource), has_more: page.hasMore };
    }),

  get: forViewer
    .input(Id)
    .query(async ({ ctx, input }) => toOrderResource(await getOrder(ctx, input))),

  /** What a customer paid for it is given back. */
  cancel: forAdmin
    .input(Id)
    .mutation(async ({ ctx, input }) => toOrderResource(await cancelAndRefund(ctx, input))),
});

const columns: Columns<OrderListItemResource> = {
  id: (order) => order.id,
  order_number: (order) => order.order_number,
  created_on: (order) => order.created_on,
  state: (order) => order.state,
  amount_kg: (order) => order.amount_kg,
  price_usd_cents: (order) => order.price_usd_cents,
  subaccount_id: (order) => order.subaccount_id,
  beneficiary: (order) => order.beneficiary?.name ?? null,
  description: (order) => order.description,
  metadata: (order) => order.metadata,
  certificate_url: (order) => order.certificate_public_url,
};

export const exportOrders = forViewer
  .input(ExportInput.extend({ subaccount_id: z.string().max(64).nullish() }))
  .query(async ({ ctx, input: { after, subaccount_id: subaccountId = null } }) => {
    const { data, hasMore } = await listOrders(ctx, { ...placeAfter(after), subaccountId });
    return exportPage({ data: data.map(toOrderListItemResource), hasMore }, columns);
  });
