// Flows with planted bugs, to prove that the judge finds them.
import { randomUUID } from "node:crypto";
import type { Account } from "#core/context";
import { database, type Statement } from "#core/db";
import { cancelAndRefund } from "#domain/checkout";
import { emitEvents } from "#domain/events";
import { billing } from "#modules";
import { call } from "#testing/api";
import type { Client } from "#testing/crashes/client";
import { difference, flow } from "#testing/crashes/flow";
import { openShop, place } from "#testing/crashes/order-flows";
import { contextOf } from "#testing/factories";

interface Cancelling {
  account: Account;
  id: string;
}

/** A client who cancels an order, and repeats the request without a response. */
function cancelling(name: string, cancel: (facts: Cancelling) => Promise<unknown>) {
  return flow<Cancelling>({
    name,
    async prepare(scene) {
      const { key, account, portfolioId } = await openShop(scene);
      const body = { amount_kg: 5, portfolio_id: portfolioId };
      return { account, id: await place(key, body, scene.tag) };
    },
    async run(facts, client: Client) {
      if (client.acknowledged.has("cancel")) return;
      await cancel(facts);
      client.acknowledge("cancel", { status: 200, text: "" });
    },
    async judge({ account, id }) {
      const where = { accountId_id: { accountId: account.id, id } };
      const order = await database().prisma.order.findUniqueOrThrow({ where });
      return difference("the order's state", order.state, "cancelled");
    },
  });
}

function swallowError({ account, id }: Cancelling): Promise<unknown> {
  return database()
    .transaction((db) =>
      cancelAndRefund({ ...contextOf(account), db }, { id, credit: billing.credit }),
    )
    .catch(() => null);
}

const CANCEL: Statement = {
  name: "",
  text: `
    WITH cancelled AS (
      UPDATE orders SET state = 'cancelled', cancelled_order_id = id, settled_at = now()
      WHERE account_id = $1 AND id = $2 AND state = 'placed'
      RETURNING account_id, id, mode, amount_kg
    )
    INSERT INTO order_cancellations
      (account_id, order_id, mode, order_amount_kg, reason, created_at)
    SELECT account_id, id, mode, amount_kg, 'requested', now() FROM cancelled RETURNING order_id`,
};

/** Emits the event in a second transaction. */
async function cancelInTwo({ account, id }: Cancelling): Promise<void> {
  const cancelled = await database().query(CANCEL, [account.id, id]);
  if (cancelled.length === 0) return;
  const event = { accountId: account.id, subjectId: id, subaccountId: null, sequence: 1 };
  await emitEvents(contextOf(account), [{ ...event, type: "order.cancelled" }]);
}

interface Placing {
  key: string;
  accountId: string;
  body: { amount_kg: number; portfolio_id: string; metadata: string };
}

/** A client who uses a new idempotency key for each repetition. */
const repeating = flow<Placing>({
  name: "repeat",
  async prepare(scene) {
    const { key, accountId, portfolioId } = await openShop(scene);
    const body = { amount_kg: 5, portfolio_id: portfolioId, metadata: scene.tag };
    return { key, accountId, body };
  },
  async run({ key, body }, client) {
    if (client.acknowledged.has("place")) return;
    const headers = { "idempotency-key": randomUUID() };
    const { status, text } = await call("POST", "/orders", { key, headers, body });
    if (status === 201) client.acknowledge("place", { status, text });
  },
  async judge({ accountId, body }) {
    const where = { accountId, metadata: body.metadata };
    return difference("the number of orders", await database().prisma.order.count({ where }), 1);
  },
});

/** Each with a point that reveals the bug, and the expected fault. */
export const plantedFlows = [
  {
    bug: "an error of the commit is swallowed",
    flow: cancelling("swallow", swallowError),
    point: "swallow:1:refused COMMIT",
    fault: /the order's state is "fulfilled", not "cancelled"/,
  },
  {
    bug: "one transaction is split in two",
    flow: cancelling("split", cancelInTwo),
    point: "split:1:before events-insert",
    fault: /orders without exactly one event/,
  },
  {
    bug: "a repeated request is treated as a new one",
    flow: repeating,
    point: "repeat:1:lost orders-insert",
    fault: /the number of orders is 2, not 1/,
  },
];
