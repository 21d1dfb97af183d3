// Flows of held stock: reserve, release, use, expire, and stock that is removed while it is held.
import { database } from "#core/db";
import { type ProviderName, payments } from "#gateways/payments";
import { call } from "#testing/api";
import { booksOf, cards } from "#testing/checkout";
import { difference, differences, type FlowContext, flow } from "#testing/crashes/flow";
import { inTurn } from "#testing/crashes/lifetime";
import { makeShop, openShop } from "#testing/crashes/order-flows";
import { goodMethods, moneyOf, openSale, pay, type Sale } from "#testing/crashes/payment-flows";
import { holdsOf, partsOf, sweep } from "#testing/holds";
import { MODE } from "#testing/world/catalogue";
import { stopLotNow } from "#testing/world/operator";
import { matchNow, reconcileNow } from "#testing/world/turns";

interface Reserving {
  key: string;
  accountId: string;
  tag: string;
  body: { amount_kg: number; portfolio_id: string; expires_in_seconds: number };
}

async function prepareReserving(scene: FlowContext, isOwn = false): Promise<Reserving> {
  const { key, accountId, portfolioId } = await openShop(scene, isOwn);
  const amountKg = scene.draw.int(1, 3000);
  const body = { amount_kg: amountKg, portfolio_id: portfolioId, expires_in_seconds: 3600 };
  return { key, accountId, tag: scene.tag, body };
}

interface Reserved extends Reserving {
  id: string;
}

async function prepareReserved(scene: FlowContext): Promise<Reserved> {
  const facts = await prepareReserving(scene);
  const { key, body } = facts;
  const { status, json, text } = await call("POST", "/reservations", { key, body });
  if (status !== 201) throw new Error(`reserving returned ${status}: ${text}`);
  return { ...facts, id: json.id };
}

const findHold = (accountId: string, id: string) =>
  database().prisma.stockHold.findUniqueOrThrow({ where: { accountId_id: { accountId, id } } });

const sumOf = (parts: Record<string, number>) =>
  Object.values(parts).reduce((sum, kg) => sum + kg, 0);

const reserving = flow<Reserving>({
  name: "reserve",
  // Its own account, whose reservations are counted.
  prepare: (scene) => prepareReserving(scene, true),
  async run({ key, tag, body }, client) {
    await client.post("reserve", "/reservations", { key, body, tag });
  },
  async judge({ accountId, body }, client) {
    const holds = await database().prisma.stockHold.findMany({ where: { accountId } });
    const id = client.idOf("reserve");
    return differences({
      "the response's status": [client.statusOf("reserve"), 201],
      "the holds": [
        holds.map((hold) => [hold.id, hold.state, hold.amountKg]),
        [[id, "held", body.amount_kg]],
      ],
      "the held kg": [sumOf(await partsOf(id ?? "")), body.amount_kg],
    });
  },
});

const releasing = flow<Reserved>({
  name: "release",
  prepare: prepareReserved,
  async run({ key, tag, id }, client) {
    await client.post("release", `/reservations/${id}/release`, { key, tag });
  },
  async judge({ accountId, id }, client) {
    return differences({
      "the response's status": [client.statusOf("release"), 200],
      "the hold's state": [(await findHold(accountId, id)).state, "released"],
    });
  },
});

const using = flow<Reserved>({
  name: "use",
  prepare: prepareReserved,
  async run({ key, tag, id }, client) {
    const body = { reservation_id: id };
    await inTurn(() => client.post("order", "/orders", { key, body, tag }), matchNow);
  },
  async judge({ accountId, id, body }, client) {
    const orderId = client.idOf("order");
    const hold = await findHold(accountId, id);
    const where = { accountId, id: orderId ?? "" };
    const order = await database().prisma.order.findFirst({ where });
    const expected = { state: "used", orderId };
    return differences({
      "the response's status": [client.statusOf("order"), 201],
      "the hold": [{ state: hold.state, orderId: hold.orderId }, expected],
      "the order": [
        [order?.state, order?.amountKg],
        ["fulfilled", body.amount_kg],
      ],
    });
  },
});

const expiring = flow({
  name: "expire",
  async prepare({ tag, draw }) {
    const shop = await makeShop({ tonnes: 1 });
    const { key, accountId, portfolioId } = shop;
    const { prisma } = database();
    const data = { holdSharePercent: 100 };
    await prisma.account.update({ where: { id: accountId }, data });
    const post = async (path: string, amountKg: number) => {
      const body = { amount_kg: amountKg, portfolio_id: portfolioId };
      const headers = { "idempotency-key": `${tag}${path}` };
      return (await call("POST", path, { key, body, headers })).json.id as string;
    };
    const id = await post("/reservations", 1000);
    const orderId = await post("/orders", draw.int(1, 1000));
    // The order is tried, and waits for the stock that is held.
    await matchNow();
    const where = { accountId_id: { accountId, id } };
    const past = new Date(Date.now() - 1000);
    await prisma.stockHold.update({ where, data: { expiresAt: past, reservedUntil: past } });
    return { accountId, id, orderId };
  },
  run: () => inTurn(sweep, matchNow),
  async judge({ accountId, id, orderId }) {
    const order = await database().prisma.order.findFirst({ where: { accountId, id: orderId } });
    return differences({
      "the hold's state": [(await findHold(accountId, id)).state, "expired"],
      "the state of the order that waited for it": [order?.state, "fulfilled"],
    });
  },
});

/** Stops the lot unless an earlier attempt did. */
async function stopAsOperator(lotId: string): Promise<void> {
  const lot = await database().prisma.creditLot.findFirst({ where: { id: lotId } });
  if (lot?.state !== "on_sale") return;
  await stopLotNow(lotId);
}

const moving = flow({
  name: "move",
  async prepare({ draw, tag }) {
    const hasOthers = draw.oneIn(2);
    const shop = await makeShop({ projects: hasOthers ? ["a", "b"] : ["a"] });
    const { key, accountId, portfolioId, lotIds } = shop;
    const amountKg = draw.int(2, 3000);
    const body = { amount_kg: amountKg, portfolio_id: portfolioId, expires_in_seconds: 3600 };
    const { json } = await call("POST", "/reservations", { key, body });
    return { key, accountId, tag, body, id: json.id, lotId: lotIds[0] ?? "", hasOthers };
  },
  run: ({ lotId }) => stopAsOperator(lotId),
  async judge({ accountId, id, body, hasOthers }) {
    const { state } = await findHold(accountId, id);
    const kgs = Object.values(await partsOf(id));
    return [
      ...differences({ "the hold's state": [state, hasOthers ? "held" : "void"] }),
      ...(hasOthers ? difference("the kg of the other project", kgs, [body.amount_kg]) : []),
    ];
  },
});

/** The customer confirms at the bank, and does not return. */
async function confirmAtBank({ sessionId, provider }: Sale, { world }: FlowContext) {
  if (provider === "stripe") return world.bank.settle(sessionId, true);
  const { payment } = await booksOf(sessionId);
  const calls = payments(database(), { provider: "test" as ProviderName, mode: MODE });
  await calls.decide?.(payment?.providerPaymentId ?? "", true);
}

const sellingOut = flow({
  name: "sellout",
  async prepare(scene) {
    const shop = await makeShop({});
    const sale = await openSale(scene, shop);
    const isTest = sale.provider === "test";
    await pay(
      sale,
      isTest ? { ...goodMethods.test, number: cards.needsApproval } : { token: "ctoken_action" },
    );
    const isCharged = scene.draw.oneIn(2);
    if (isCharged) await confirmAtBank(sale, scene);
    return { ...sale, lotId: shop.lotIds[0] ?? "", isCharged };
  },
  run: ({ lotId }) => inTurn(() => stopAsOperator(lotId), reconcileNow),
  async judge(sale, _client, world) {
    const { session, payment, orders } = await booksOf(sale.sessionId);
    const { isCharged, price } = sale;
    const taken = isCharged ? price : 0;
    const money = { charges: isCharged ? 1 : 0, takenAmount: taken, refunded: taken };
    const holds = await holdsOf({ checkoutSessionId: sale.sessionId });
    const states = [session.state, payment?.state];
    return differences({
      "the money": [await moneyOf(sale, world), money],
      "the number of orders": [orders.length, 0],
      "session and payment": [states, isCharged ? ["expired", "refunded"] : ["open", "open"]],
      "the holds": [holds.map(({ state }) => state), ["void"]],
    });
  },
});

export const holdFlows = [reserving, releasing, using, expiring, moving, sellingOut];
