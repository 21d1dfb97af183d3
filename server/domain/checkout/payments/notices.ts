// Notices of payment providers: each only makes a poll happen earlier.

import type { Selectable } from "kysely";
import type { CheckoutTables } from "#checkout/tables";
import type { Context } from "#core/context";
import type { Sql } from "#core/db";
import { invalid, notFound } from "#core/errors";
import { type Params, pick, queriesOn } from "#core/query";
import { signalWork } from "#core/workers";
import { BadNotice, findProvider } from "#gateways/payments";
import type { Payment } from "./store";

const query = queriesOn<CheckoutTables>();

interface AtProvider extends Pick<Payment, "provider"> {
  providerPaymentId: string;
  now: Date;
}

/** Makes the payment with this id at the provider due for a poll now. */
export const schedulePollByProviderId = query(
  "checkout-poll-payment-of-provider",
  (db, payment: Params<AtProvider>) =>
    db
      .updateTable("payments")
      .set({ nextPollAt: payment.now })
      .where("provider", "=", payment.provider)
      .where("providerPaymentId", "=", payment.providerPaymentId),
);

interface Message {
  /** As named in the path. */
  provider: string;
  /** The signed bytes, unchanged. */
  body: string;
  headers: Headers;
}

async function read({ provider, body, headers }: Message) {
  const owner = findProvider(provider);
  const webhook = owner?.webhook;
  if (!owner || !webhook?.isSetUp()) throw notFound("page");
  const { signatureHeader } = webhook;
  try {
    const notice = await webhook.read({ body, signature: headers.get(signatureHeader) });
    return { ...notice, provider: owner.name };
  } catch (error) {
    if (!(error instanceof BadNotice)) throw error;
    throw invalid(signatureHeader, "is not a recent signature of this body");
  }
}

type Notice = Selectable<CheckoutTables["paymentNotices"]>;

const insertNew = query("checkout-record-notice", (db, notice: Params<Notice>) =>
  db
    .insertInto("paymentNotices")
    .values(pick(notice, ["provider", "id", "type", "providerPaymentId", "receivedAt"]))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id"),
);

/** Stores a provider's notice. Returns false where it was stored before. */
export async function insertNotice(db: Sql, notice: Notice): Promise<boolean> {
  return (await insertNew(db, notice)).length === 1;
}

/**
 * Stores the notice once and schedules a poll of its payment. Only the poll's result is trusted, so
 * notices may arrive late, twice or in any order.
 * @throws invalid without a valid signature; not-found where the provider does not exist or is not set up
 */
export async function receiveNotice(ctx: Context, input: Message): Promise<void> {
  const { provider, id, type, paymentId: providerPaymentId } = await read(input);
  const { now } = ctx;
  const notice = { provider, id, type, providerPaymentId, receivedAt: now };
  const isNew = await insertNotice(ctx.db, notice);
  if (!isNew || providerPaymentId === null) return;
  await schedulePollByProviderId(ctx.db, { provider, providerPaymentId, now });
  signalWork();
}

/** Deletes notices of payment providers, which say that something changed. Returns how many. */
export async function deleteOldPaymentNotices(
  { db }: Pick<Context, "db">,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { paymentNotice } = db.prisma;
  const old = await paymentNotice.findMany({
    where: { receivedAt: { lt: before } },
    select: { provider: true, id: true },
    take: limit,
  });
  if (old.length === 0) return 0;
  const { count } = await paymentNotice.deleteMany({ where: { OR: old } });
  return count;
}
