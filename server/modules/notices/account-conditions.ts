import type { Context } from "#core/context";
import { formatDay, formatMoment } from "#core/dates";
import { firstIdAt } from "#core/id";
import { oneLine } from "#core/mail-document";
import { formatMoney } from "#core/money";
import { listPaymentsToResolve } from "#domain/checkout";
import { type Condition, eventsSince } from "./conditions";

const DAY_MS = 86_400_000;
/** A key is reported when it has this long left. */
const KEY_DAYS = [3, 14] as const;
const MAX_CONDITIONS = 1000;
const END_OF_TIME = new Date(Date.UTC(9999, 0, 1));

/** Keys of live accounts. After the last report, or if it is revoked, nothing more is mailed. */
export async function findKeysExpiring({ db, now }: Context): Promise<Condition[]> {
  const before = new Date(now.getTime() + Math.max(...KEY_DAYS) * DAY_MS);
  const keys = await db.prisma.apiKey.findMany({
    where: { revokedAt: null, expiresAt: { gt: now, lte: before } },
    omit: { tokenHash: true },
    orderBy: { expiresAt: "asc" },
    take: MAX_CONDITIONS,
  });
  const accounts = await db.prisma.account.findMany({
    where: { id: { in: keys.map(({ accountId }) => accountId) }, mode: "live" },
    select: { id: true },
  });
  const live = new Set(accounts.map(({ id }) => id));
  return keys.flatMap(({ accountId, id, name, tokenHint, expiresAt, lastUsedAt }) => {
    if (!live.has(accountId) || expiresAt === null) return [];
    const left = expiresAt.getTime() - now.getTime();
    const days = KEY_DAYS.find((each) => left <= each * DAY_MS);
    const title = `“${oneLine(name)}” (…${tokenHint})`;
    const lastUse = lastUsedAt === null ? "never" : formatMoment(lastUsedAt);
    return {
      ...{ scope: accountId, subaccountId: null, subject: `${id} ${days}` },
      describe: () => ({
        text:
          `The API key ${title} expires on ${formatMoment(expiresAt)}. Requests with it are then ` +
          "refused: replace it wherever it is still in use.",
        rows: [
          { label: "API key", value: title },
          { label: "Expires", value: formatMoment(expiresAt) },
          { label: "Last used", value: lastUse },
        ],
        line: { label: title, value: `expires on ${formatMoment(expiresAt)}` },
        to: "/people",
      }),
    };
  });
}

/** Disputes, warnings and refused refunds have mails of their own: see the room checkout. */
const stuck = {
  outcome_unknown:
    "The payment provider has not reported for more than 30 minutes whether a customer paid. " +
    "Nothing is charged twice: the payment is looked up until its outcome is known. If it " +
    "stays unknown, look it up at the provider.",
  refund_waits:
    "A refund has been waiting for the payment provider for days. Ask the provider why.",
  refund_by_hand:
    "A bank transfer has to be returned to the customer by hand. Your operator returns it and " +
    "records it.",
} as const;

export async function findPaymentsStuck(ctx: Context): Promise<Condition[]> {
  const tasks = await listPaymentsToResolve(ctx, { mode: "live" });
  return tasks.flatMap(({ task, payment }) => {
    if (task !== "outcome_unknown" && task !== "refund_waits" && task !== "refund_by_hand") {
      return [];
    }
    const { accountId: scope, id, checkoutSessionId, updatedAt } = payment;
    const amount = formatMoney({ minor: Number(payment.amount), currency: payment.currency }, "en");
    return {
      ...{ scope, subaccountId: null, subject: `${id} ${task}` },
      describe: () => ({
        text: stuck[task],
        rows: [
          { label: "Amount", value: amount },
          { label: "Last change", value: formatMoment(updatedAt) },
        ],
        line: { label: amount, value: `last change on ${formatMoment(updatedAt)}` },
        to: `/checkout/${checkoutSessionId}`,
      }),
    };
  });
}

/** Ids of a kind that were made since then. */
const idsSince = (kind: "invoice" | "creditNote", since: Date) => ({
  id: { gte: firstIdAt(kind, since), lt: firstIdAt(kind, END_OF_TIME) },
});

export async function findInvoicesIssued(ctx: Context): Promise<Condition[]> {
  const since = eventsSince(ctx);
  const invoices = await ctx.db.prisma.invoice.findMany({
    where: { mode: "live", OR: [idsSince("invoice", since), idsSince("creditNote", since)] },
    omit: { content: true },
    orderBy: { id: "asc" },
    take: MAX_CONDITIONS,
  });
  return invoices.map(({ id, accountId, kind, number, dueOn, total, currency, createdAt }) => {
    const name = `${kind === "invoice" ? "Invoice" : "Credit note"} ${number}`;
    const sum = formatMoney({ minor: Number(total), currency }, "en");
    const due = dueOn && formatDay(dueOn);
    return {
      ...{ scope: accountId, subaccountId: null, subject: id, at: createdAt },
      describe: () => ({
        text: `${name} over ${sum} was issued.${due ? ` Please pay it by ${due}.` : ""}`,
        rows: [
          { label: "Number", value: number },
          { label: "Total", value: sum },
          ...(due ? [{ label: "Due", value: due }] : []),
        ],
        line: { label: name, value: sum },
        to: `/billing/${id}`,
      }),
    };
  });
}
