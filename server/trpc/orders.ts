// Orders of the account, by the verbs of the API.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { cancelAndRefund } from "#domain/checkout";
import { getOrder, listOrders, toOrderListItemResource, toOrderResource } from "#domain/orders";
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
