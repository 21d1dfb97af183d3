import type { AccountContext, Context } from "#core/context";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import { plural } from "#core/text";
import { findAccount } from "#domain/accounts";
import { getMonthFigures } from "#domain/figures";
import type { Condition, Notice } from "./conditions";
import { weekToSummarize } from "./weekly-rules";

type Week = NonNullable<ReturnType<typeof weekToSummarize>>;
type Figures = Awaited<ReturnType<typeof getMonthFigures>>;

const DAY_MS = 86_400_000;

function totalOf({ api, checkout }: Figures["ordered"]) {
  return { orders: api.orders + checkout.orders, kg: api.kg + checkout.kg };
}

function change(now: number, before: number): string {
  if (before === 0) return "";
  const percent = Math.round(((now - before) / before) * 100);
  return percent === 0
    ? " (as in the week before)"
    : ` (${percent > 0 ? "+" : "−"}${Math.abs(percent)}%)`;
}

async function noticeOf(
  ctx: AccountContext,
  { week, subaccountId }: { week: Week; subaccountId: string | null },
): Promise<Notice> {
  const { from, to } = week;
  const earlier = new Date(2 * from.getTime() - to.getTime());
  const figures = await getMonthFigures(ctx, { subaccountId, from, to });
  const before = await getMonthFigures(ctx, { subaccountId, from: earlier, to: from });
  const money = (minor: number) => formatMoney({ minor, currency: figures.currency }, "en");
  const ordered = totalOf(figures.ordered);
  const sold = totalOf(figures.sold);
  const period = `${formatDay(from)} to ${formatDay(new Date(to.getTime() - DAY_MS))} (UTC)`;
  const { payments, paid, refunded } = figures.paid;
  const isQuiet = ordered.orders === 0 && sold.orders === 0;
  return {
    text: isQuiet
      ? "No orders were placed or fulfilled last week."
      : `Last week ${plural(ordered.orders, "order")} over ${formatMass(ordered.kg)} CO₂e ` +
        `${ordered.orders === 1 ? "was" : "were"} placed, and ${formatMass(sold.kg)} CO₂e fulfilled.`,
    rows: [
      { label: "Week", value: period },
      {
        label: "Ordered",
        value: `${formatMass(ordered.kg)}${change(ordered.kg, totalOf(before.ordered).kg)}`,
      },
      {
        label: "Fulfilled",
        value: `${formatMass(sold.kg)}${change(sold.kg, totalOf(before.sold).kg)}`,
      },
      { label: "API orders fulfilled", value: money(figures.sold.api.price) },
      ...(payments === 0 && refunded === 0
        ? []
        : [{ label: "Customers paid", value: money(paid - refunded) }]),
    ],
    line: { label: "Week", value: period },
    to: "",
  };
}

/** For the accounts, and subaccounts of limited people, that someone wants it for. */
export async function findWeeklySummaries(ctx: Context): Promise<Condition[]> {
  const week = weekToSummarize(ctx.now);
  if (week === null) return [];
  const { noticeChoice, membership } = ctx.db.prisma;
  const choices = await noticeChoice.findMany({
    where: { kind: "weekly_summary", isOn: true },
    select: { scope: true, personId: true },
  });
  const members = await membership.findMany({
    where: { OR: choices.map(({ scope: accountId, personId }) => ({ accountId, personId })) },
    select: { accountId: true, subaccountId: true },
  });
  const targets = new Map(members.map((it) => [`${it.accountId} ${it.subaccountId}`, it]));
  return [...targets.values()].map(({ accountId, subaccountId }) => ({
    ...{ scope: accountId, subaccountId, at: week.at },
    subject: week.from.toISOString().slice(0, 10),
    async describe() {
      const account = await findAccount(ctx, accountId);
      if (!account) throw new Error(`account ${accountId} got lost`);
      return noticeOf({ ...ctx, account }, { week, subaccountId });
    },
  }));
}
