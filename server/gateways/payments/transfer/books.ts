// Records of bank transfers. Each change is one statement, so that only one of several concurrent
// changes happens.
import { randomBytes } from "node:crypto";
import type { Mode } from "#core/context";
import type { Db } from "#core/db";
import type { Currency } from "#core/money";
import { type Params, pick, queriesOn, type Table } from "#core/query";
import type { Charge, Intent, PaymentCalls, PaymentStatus, RefundStatus } from "#payments/provider";
import type { Prisma, TransferPayment, TransferRefund } from "#prisma";

type State = "open" | "waiting" | "paid" | "cancelled";

interface TransferTables {
  transferPayments: Table<
    TransferPayment,
    Prisma.TransferPaymentUncheckedCreateInput,
    { mode: Mode; state: State }
  >;
  transferRefunds: Table<TransferRefund, Prisma.TransferRefundUncheckedCreateInput>;
}

const query = queriesOn<TransferTables>();

interface NewTransfer extends Pick<Intent, "key" | "reference"> {
  id: string;
  mode: Mode;
  amount: number;
  currency: Currency;
  createdAt: Date;
}

const insert = query("transfer-begin", (db, transfer: Params<NewTransfer>) =>
  db
    .insertInto("transferPayments")
    .values({
      ...pick(transfer, ["id", "key", "reference", "mode", "amount", "currency", "createdAt"]),
      state: "open",
    })
    .onConflict((conflict) => conflict.column("key").doNothing()),
);

const findByKey = query("transfer-find-by-key", (db, { key }: Params<{ key: string }>) =>
  db.selectFrom("transferPayments").select(["id", "amount"]).where("key", "=", key),
);

const find = query("transfer-find", (db, { id }: Params<{ id: string }>) =>
  db
    .selectFrom("transferPayments")
    .select(["state", "refunded", "dueAt", "amount", "currency"])
    .where("id", "=", id),
);

const startWaiting = query("transfer-wait", (db, it: Params<{ id: string; dueAt: Date }>) =>
  db
    .updateTable("transferPayments")
    .set({ state: "waiting", dueAt: it.dueAt })
    .where("id", "=", it.id)
    .where("state", "=", "open"),
);

// The statement checks the state: of a confirmation and an expiry at the same time, only one
// matches.
const expire = query("transfer-expire", (db, it: Params<{ id: string; now: Date }>) =>
  db
    .updateTable("transferPayments")
    .set({ state: "cancelled" })
    .where("id", "=", it.id)
    .where("state", "=", "waiting")
    .where("dueAt", "<=", it.now),
);

const end = query("transfer-end", (db, { id }: Params<{ id: string }>) =>
  db
    .updateTable("transferPayments")
    .set({ state: "cancelled" })
    .where("id", "=", id)
    .where("state", "in", ["open", "waiting"])
    .returning("id"),
);

interface Received {
  id: string;
  amount: number;
  now: Date;
}

const receive = query("transfer-receive", (db, it: Params<Received>) =>
  db
    .updateTable("transferPayments")
    .set({ state: "paid", receivedAt: it.now })
    .where("id", "=", it.id)
    .where("state", "=", "waiting")
    .where("amount", "=", it.amount)
    .returning("id"),
);

interface NewRefund {
  key: string;
  transferId: string;
  amount: number;
  currency: Currency;
}

const insertRefund = query("transfer-insert-refund", (db, it: Params<NewRefund>) =>
  db
    .insertInto("transferRefunds")
    .values(pick(it, ["key", "transferId", "amount", "currency"]))
    .onConflict((conflict) => conflict.column("key").doNothing()),
);

const findByRefundKey = query("transfer-find-refund", (db, { key }: Params<{ key: string }>) =>
  db.selectFrom("transferRefunds").select(["key", "returnedAt"]).where("key", "=", key),
);

const returnMoney = query("transfer-refund", (db, it: Params<{ key: string; now: Date }>) =>
  db
    .with("returned", (qb) =>
      qb
        .updateTable("transferRefunds")
        .set({ returnedAt: it.now })
        .where("key", "=", it.key)
        .where("returnedAt", "is", null)
        .returning(["transferId", "amount"]),
    )
    .updateTable("transferPayments as t")
    .from("returned")
    .set((eb) => ({
      refunded: eb("t.refunded", "+", eb.ref("returned.amount")),
    }))
    .whereRef("t.id", "=", "returned.transferId")
    .where("t.state", "=", "paid")
    .returning("t.id"),
);

const CHARGES = 1000;

const pageCharges = query(
  "transfer-charges",
  (db, it: Params<{ mode: Mode; since: Date; after: string }>) =>
    db
      .selectFrom("transferPayments")
      .select(["id", "reference", "amount", "refunded", "currency"])
      .where("mode", "=", it.mode)
      .where("state", "=", "paid")
      .where("receivedAt", ">=", it.since)
      .where("id", ">", it.after)
      .orderBy("id")
      .limit(CHARGES),
);

/** Digits and letters that are not easily confused. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** For example "TR" and eight letters or digits, which the customer enters as the reference. */
function newReference(): string {
  return `TR${[...randomBytes(8)].map((byte) => ALPHABET[byte % 32]).join("")}`;
}

async function findTransfer(db: Db, id: string) {
  const [transfer] = await find(db, { id });
  if (!transfer) throw new Error(`unknown transfer ${id}`);
  return transfer;
}

async function statusOf(db: Db, id: string): Promise<PaymentStatus> {
  const { state, refunded, amount, currency } = await findTransfer(db, id);
  if (state === "open") return { state, failure: null };
  if (state === "paid") {
    const free = { fee: 0, net: amount, settlementCurrency: currency };
    return { state, refunded, ...free, disputes: [] };
  }
  return state === "waiting" ? { state: "processing" } : { state, failure: "not_received" };
}

async function findRefund(db: Db, key: string): Promise<RefundStatus | null> {
  const [refund] = await findByRefundKey(db, { key });
  if (!refund) return null;
  return { id: key, state: refund.returnedAt ? "succeeded" : "pending", failure: null };
}

/** A person returns the money and records it. */
async function requestRefund(
  db: Db,
  id: string,
  { key, amount }: { key: string; amount: number },
): Promise<RefundStatus> {
  const transfer = await findTransfer(db, id);
  const refunded = transfer.refunded + amount;
  if (transfer.state === "paid" && refunded <= transfer.amount) {
    await insertRefund(db, { key, transferId: id, amount, currency: transfer.currency });
  }
  return (await findRefund(db, key)) ?? { id: null, state: "failed", failure: "refused" };
}

async function* charges(db: Db, mode: Mode, since: Date): AsyncGenerator<Charge> {
  for (let after = ""; ; ) {
    const rows = await pageCharges(db, { mode, since, after });
    for (const row of rows) {
      after = row.id;
      yield row;
    }
    if (rows.length < CHARGES) return;
  }
}

/** Returns when the transfer is due; null before the customer has chosen to transfer. */
export async function findDueAt(db: Db, id: string): Promise<Date | null> {
  return (await findTransfer(db, id)).dueAt;
}

/** Returns the calls for transfers of a mode; `days` is the time for payment. */
export function transferCalls(db: Db, mode: Mode, days: () => number): PaymentCalls {
  return {
    async begin({ key, amount, currency, reference }) {
      const id = newReference();
      const createdAt = new Date();
      await insert(db, { id, key, reference, mode, amount, currency, createdAt });
      const [transfer] = await findByKey(db, { key });
      if (transfer?.amount !== amount) throw new Error(`${key} was used for another amount`);
      return transfer.id;
    },
    async confirm(id, { source }) {
      if (source.type !== "none") throw new Error("a transfer takes no card and no token");
      await startWaiting(db, { id, dueAt: new Date(Date.now() + days() * 24 * 3_600_000) });
      return statusOf(db, id);
    },
    async find(id) {
      await expire(db, { id, now: new Date() });
      return statusOf(db, id);
    },
    async cancel(id) {
      await end(db, { id });
      return statusOf(db, id);
    },
    refund: (id, refund) => requestRefund(db, id, refund),
    findRefund: (_id, { key }) => findRefund(db, key),
    charges: (since) => charges(db, mode, since),
  };
}

/** Actions that a person records. Each returns null if the transfer is past it. */
export const manualActions = {
  async receive(db: Db, id: string, amount: number): Promise<PaymentStatus | null> {
    const done = await receive(db, { id, amount, now: new Date() });
    return done.length === 1 ? statusOf(db, id) : null;
  },
  async reject(db: Db, id: string): Promise<PaymentStatus | null> {
    return (await end(db, { id })).length === 1 ? statusOf(db, id) : null;
  },
  async refund(
    db: Db,
    id: string,
    refund: { key: string; amount: number },
  ): Promise<PaymentStatus | null> {
    await requestRefund(db, id, refund);
    const returned = await returnMoney(db, { key: refund.key, now: new Date() });
    return returned.length === 1 ? statusOf(db, id) : null;
  },
};
