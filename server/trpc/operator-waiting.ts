// The orders that wait for credits, and what they lack.
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import { retryWaiting } from "#domain/matching";
import { listMissing, listWaiting } from "#domain/orders";
import { type Columns, ExportInput, exportPage, placeAfter } from "./csv";
import { forOperator, router } from "./procedures";

type Waiting = Awaited<ReturnType<typeof listWaiting>>["data"][number];

const filters = { portfolio: text(255).nullish() };

export const operatorWaitingRouter = router({
  list: forOperator
    .input(PageQuery.extend(filters))
    .query(async ({ ctx, input: { portfolio, ...query } }) => {
      const asked = { ...query, mode: ctx.mode, portfolioId: portfolio ?? null };
      const { data, hasMore } = await listWaiting(ctx, asked);
      return {
        data: data.map(({ createdAt, ...order }) => ({
          ...order,
          createdOn: createdAt.toISOString(),
        })),
        has_more: hasMore,
      };
    }),

  /** By category, the one that lacks most first. */
  missing: forOperator.query(({ ctx }) => listMissing(ctx, { mode: ctx.mode })),

  retry: forOperator.mutation(({ ctx }) => retryWaiting(ctx, { mode: ctx.mode })),
});

const columns: Columns<Waiting> = {
  id: (order) => order.id,
  account: (order) => order.accountName,
  portfolio: (order) => order.portfolioName,
  amount_kg: (order) => order.amountKg,
  created_on: (order) => order.createdAt.toISOString(),
};

export const exportWaiting = forOperator
  .input(ExportInput.extend(filters))
  .query(async ({ ctx, input: { after, portfolio } }) => {
    const asked = { ...placeAfter(after), mode: ctx.mode, portfolioId: portfolio ?? null };
    return exportPage(await listWaiting(ctx, asked), columns);
  });
