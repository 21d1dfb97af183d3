import { listApiKeys } from "#domain/accounts";
import { findDefaultPortfolio } from "#domain/catalogue";
import { listPaymentsToResolve } from "#domain/checkout";
import { listEvents } from "#domain/events";
import { getSalesHistory } from "#domain/figures";
import { getImpact } from "#domain/impact";
import { getOrderCounts } from "#domain/orders";
import { forViewer, router } from "./procedures";

const DAY_MS = 24 * 3_600_000;
/** Keys that expire within this time are shown as ending. */
const SOON_DAYS = 7;
/** Failed events are counted for this time. Beyond one page the screen shows "100 or more". */
const FAILED_DAYS = 7;
const MAX_FAILED = 100;

export const overviewRouter = router({
  /** Kg of all fulfilled orders by category, and how many of them registries have retired. */
  impact: forViewer.query(async ({ ctx }) => {
    const impact = await getImpact(ctx, { subaccountId: null });
    const categories = impact.categories.map(({ name, color, kg }) => ({ name, color, kg }));
    return { soldKg: impact.kg, retiredKg: impact.registryRetiredKg, categories };
  }),

  /** Sales by channel and customers' payments of the last 30 days and 12 months (UTC), and before. */
  history: forViewer.query(async ({ ctx }) => {
    const { before, ...history } = await getSalesHistory(ctx);
    const toPoints = ({ days, months }: typeof before) => {
      const pointsOf = (sold: typeof days) =>
        sold.map(({ startsAt, ...sums }) => ({ startsOn: startsAt.toISOString(), ...sums }));
      return { days: pointsOf(days), months: pointsOf(months) };
    };
    const { currency } = ctx.account;
    return { currency, ...toPoints(history), before: toPoints(before) };
  }),

  /** Counts of orders, open tasks, and the progress of a new account. */
  status: forViewer.query(async ({ ctx }) => {
    const [orders, failed, stuck, keys, defaultPortfolio] = await Promise.all([
      getOrderCounts(ctx),
      listEvents(ctx, { delivery_state: "failed", limit: MAX_FAILED }),
      listPaymentsToResolve(ctx, { mode: ctx.account.mode, accountId: ctx.account.id }),
      listApiKeys(ctx),
      findDefaultPortfolio(ctx),
    ]);
    const { waitingSince, ...counts } = orders;
    const now = ctx.now.getTime();
    const failedSince = now - FAILED_DAYS * DAY_MS;
    const valid = keys.filter(({ isValid }) => isValid);
    const ending = valid.flatMap(({ id, name, expiresAt }) =>
      expiresAt && expiresAt.getTime() < now + SOON_DAYS * DAY_MS
        ? [{ id, name, expiresOn: expiresAt.toISOString() }]
        : [],
    );
    return {
      orders: { ...counts, waitingSince: waitingSince?.toISOString() ?? null },
      failedEvents: failed.data.filter(({ createdAt }) => createdAt.getTime() >= failedSince)
        .length,
      paymentTasks: stuck.map(({ task, payment }) => ({
        task,
        checkout_session_id: payment.checkoutSessionId,
      })),
      endingKeys: ending,
      hasKey: valid.length > 0,
      hasDefaultPortfolio: defaultPortfolio.id !== null,
    };
  }),
});
