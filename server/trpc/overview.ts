// The account at a glance.

import { listApiKeys } from "#domain/accounts";
import { findDefaultPortfolio } from "#domain/catalogue";
import { listStuckPayments } from "#domain/checkout";
import { listEvents } from "#domain/events";
import { getImpact, toImpactResource } from "#domain/impact";
import { getOrderCounts, getSalesHistory } from "#domain/orders";
import { forViewer, router } from "./procedures";

const DAY_MS = 24 * 3_600_000;
/** A key that ends within so long is told of. */
const SOON_DAYS = 7;
/** Failed events are told of for so long; more than a page of them is "100 or more". */
const FAILED_DAYS = 7;
const FAILED_MOST = 100;

export const overviewRouter = router({
  /** What was retired in all, by category. */
  impact: forViewer.query(async ({ ctx }) => {
    const impact = toImpactResource(await getImpact(ctx, { subaccountId: null }));
    return {
      totalKg: impact.total_offset_kgs,
      categories: impact.categories.map(({ category, offset_kgs }) => ({
        name: category.name,
        kg: offset_kgs,
      })),
    };
  }),

  /** Kg and spend of the last 30 days and 12 months (UTC), through each channel. */
  history: forViewer.query(async ({ ctx }) => {
    const { days, months } = await getSalesHistory(ctx);
    const toPoints = (sold: typeof days) =>
      sold.map(({ startsAt, ...channels }) => ({ startsOn: startsAt.toISOString(), ...channels }));
    return { days: toPoints(days), months: toPoints(months) };
  }),

  /** How the orders stand, what is to be done, and how far a new account is. */
  status: forViewer.query(async ({ ctx }) => {
    const [orders, failed, stuck, keys, defaultPortfolio] = await Promise.all([
      getOrderCounts(ctx),
      listEvents(ctx, { delivery_state: "failed", limit: FAILED_MOST }),
      listStuckPayments(ctx),
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
      stuckPayments: stuck.length,
      endingKeys: ending,
      hasKey: valid.length > 0,
      hasDefaultPortfolio: defaultPortfolio.id !== null,
    };
  }),
});
