import type { Context } from "#core/context";
import { formatMoment } from "#core/dates";
import { oneLine } from "#core/mail-document";
import { plural } from "#core/text";
import { findAccount } from "#domain/accounts";
import { type FailingReceiver, listFailingReceivers, listRetryingAccounts } from "#domain/events";
import type { Condition, Notice } from "./conditions";

/** With the usual delays, the third failure comes five minutes after the first. */
const FAILURES = 3;

function resultOf({ responseStatus, error }: FailingReceiver): string {
  if (responseStatus !== null) return `HTTP ${responseStatus}`;
  return oneLine(error ?? "").slice(0, 200) || "no response";
}

async function noticeOf(ctx: Context, accountId: string, one: FailingReceiver): Promise<Notice> {
  const id = one.webhookEndpointId;
  const endpoint =
    id === null
      ? null
      : await ctx.db.prisma.webhookEndpoint.findUnique({
          where: { accountId_id: { accountId, id } },
        });
  const name = oneLine(endpoint?.url ?? one.callbackHost ?? id ?? "");
  const waiting = plural(one.waiting, "event");
  const { attemptedAt } = one;
  return {
    text:
      `Deliveries to ${name} failed ${one.failedAttempts} times in a row, and ${waiting} ` +
      `${one.waiting === 1 ? "waits" : "wait"}. Correct the receiver: events are sent again by ` +
      "themselves for about three days, and after that only if you resend them.",
    rows: [
      { label: "Receiver", value: name },
      { label: "Last result", value: resultOf(one) },
      ...(attemptedAt ? [{ label: "Last attempt", value: formatMoment(attemptedAt) }] : []),
      { label: "Next attempt", value: formatMoment(one.nextAttemptAt) },
    ],
    line: { label: name, value: `${resultOf(one)}, ${waiting}` },
    to: id === null ? "/webhooks?delivery_state=pending" : `/webhooks?endpoint=${id}`,
  };
}

/** A receiver begins to fail at its third failure, and stops when it has accepted an event. */
export async function findCallbacksFailing(ctx: Context): Promise<Condition[]> {
  const retrying = await listRetryingAccounts(ctx, { attempts: FAILURES });
  const open = await ctx.db.prisma.openNotice.findMany({
    where: { kind: "callback_failing" },
    distinct: ["scope"],
    select: { scope: true },
  });
  const ids = [...new Set([...retrying, ...open.map(({ scope }) => scope)])];
  const conditions: Condition[] = [];
  for (const id of ids) {
    const account = await findAccount(ctx, id);
    if (account?.mode !== "live") continue;
    for (const receiver of await listFailingReceivers({ ...ctx, account })) {
      if (receiver.isSlow) continue;
      conditions.push({
        ...{ scope: id, subaccountId: null },
        subject: receiver.webhookEndpointId ?? `callback ${receiver.callbackHost}`,
        concerns: (_recipient, isOpen) => isOpen || receiver.failedAttempts >= FAILURES,
        describe: () => noticeOf(ctx, id, receiver),
      });
    }
  }
  return conditions;
}
