// Held stock in the model: stock for buyers, for waiting orders, and for payments under way.
import { byText, draw, stockOf, take } from "./stock";
import {
  type Hold,
  type Order,
  type Portfolio,
  type Session,
  settleOrder,
  type Till,
} from "./till";

function portfolioOf(till: Till, { portfolioId }: { portfolioId: string }): Portfolio {
  const portfolio = till.portfolios.find(({ id }) => id === portfolioId);
  if (!portfolio) throw new Error(`the model has no portfolio ${portfolioId}`);
  return portfolio;
}

function add(stock: Map<string, number>, { hold }: Session, sign: 1 | -1): void {
  for (const { projectId, kg } of hold?.parts ?? []) {
    stock.set(projectId, (stock.get(projectId) ?? 0) + sign * kg);
  }
}

const toParts = (taken: Map<string, number>) =>
  [...taken].flatMap(([projectId, kg]) => (kg > 0 ? [{ projectId, kg }] : []));

/** Kilograms that are not held, by project; negative if held stock has left. */
function unheldStock(till: Till): Map<string, number> {
  const stock = stockOf(till);
  for (const session of till.sessions) add(stock, session, -1);
  return stock;
}

/** The session of an order that has a hold. */
function holderOf(till: Till, order: Order): Session | undefined {
  return till.sessions.find(({ orderId, hold }) => orderId === order.id && hold !== null);
}

function placedOrders(till: Till, awaitsMoney: boolean): Order[] {
  return till.orders
    .filter((order) => order.state === "placed" && order.awaitsMoney === awaitsMoney)
    .sort((a, b) => byText(a.id, b.id));
}

/** The order's kilograms by project: those it holds, or else of stock that is not held. */
function partsFor(till: Till, order: Order): Hold["parts"] | null {
  const own = holderOf(till, order)?.hold;
  if (!own) {
    const demand = { kg: order.amountKg, stock: unheldStock(till) };
    const taken = take(till, portfolioOf(till, order), demand);
    return taken && toParts(taken);
  }
  const stock = stockOf(till);
  return own.parts.every(({ projectId, kg }) => kg <= (stock.get(projectId) ?? 0))
    ? own.parts
    : null;
}

/**
 * Fulfills orders, oldest first. An order that can't be fulfilled in full waits and lets later ones
 * pass.
 */
export function match(till: Till): void {
  for (const order of placedOrders(till, false)) {
    const parts = partsFor(till, order);
    if (parts === null) continue;
    order.parts = parts.flatMap(({ projectId, kg }) => draw(till, projectId, kg));
    const holder = holderOf(till, order);
    if (holder) holder.hold = null;
    settleOrder(till, order, "fulfilled");
  }
}

/** Stock for a new buyer: what is neither held nor needed by older orders. */
function takeForBuyer(till: Till, portfolio: Portfolio, kg: number): Map<string, number> | null {
  const stock = unheldStock(till);
  for (const order of [...placedOrders(till, false), ...placedOrders(till, true)]) {
    if (holderOf(till, order)) continue;
    take(till, portfolioOf(till, order), { kg: order.amountKg, stock });
  }
  return take(till, portfolio, { kg, stock });
}

/** Returns true if a new buyer can get the amount. */
export function covers(till: Till, portfolio: Portfolio, kg: number): boolean {
  return takeForBuyer(till, portfolio, kg) !== null;
}

/** Holds stock for an attempt to pay; an earlier attempt's hold is used again. */
export function holdForPayment(till: Till, session: Session): boolean {
  if (session.hold) moveHolds(till);
  if (session.hold) return true;
  const taken = takeForBuyer(till, portfolioOf(till, session), session.amountKg);
  if (!taken) return false;
  session.hold = { number: till.nextHold, parts: toParts(taken) };
  till.nextHold += 1;
  return true;
}

/**
 * Moves holds of stock that has left to other projects, or ends them. Sessions without an order
 * give way first, and then the newest holds.
 */
export function moveHolds(till: Till): void {
  const stock = unheldStock(till);
  const holders = till.sessions
    .flatMap((session) => (session.hold ? [{ session, hold: session.hold }] : []))
    .sort(
      (a, b) =>
        Number(a.session.orderId !== null) - Number(b.session.orderId !== null) ||
        b.hold.number - a.hold.number,
    );
  for (const { session, hold } of holders) {
    if (hold.parts.every(({ projectId }) => (stock.get(projectId) ?? 0) >= 0)) continue;
    add(stock, session, 1);
    const taken = take(till, portfolioOf(till, session), { kg: session.amountKg, stock });
    session.hold = taken && { ...hold, parts: toParts(taken) };
  }
}
