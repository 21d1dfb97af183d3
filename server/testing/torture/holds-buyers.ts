// Integrators and customers who all want the last credits: they reserve, order, open sessions and pay.
import { randomInt } from "node:crypto";
import { cards } from "#testing/checkout";
import { idIn, postOnce, type Reply } from "#testing/world/clients";
import { maybeLeaving, type Place, postCard, postForm, returnUrls } from "#testing/world/customers";
import { countIn } from "#testing/world/run";

export interface HoldsShop extends Place {
  portfolioIds: readonly string[];
  /** Reservations that no order or session used yet, as far as their buyer knows. */
  reservations: string[];
  /** Requests by what they did. */
  tally: Record<string, number>;
}

/** Small, so that a delivery serves many buyers: imports lock the stock, and take longest. */
const MAX_KG = 15;
const drawn = [
  ...[cards.good, cards.good, cards.good, cards.declined, cards.needsApproval],
  ...[cards.paysLater, cards.failsLater],
];

const pickOne = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** Sends a request until there is a response, and records an unexpected response as a fault. */
async function post(shop: HoldsShop, path: string, body: object): Promise<Reply> {
  const { send, record, key } = shop;
  const reply = await postOnce(send, record, { path, key, body });
  if (![200, 201, 409].includes(reply.status)) {
    record.faults.push(`${path} returned ${reply.status}: ${reply.text}`);
  }
  return reply;
}

const measure = (shop: HoldsShop) => ({
  amount_kg: randomInt(1, MAX_KG),
  portfolio_id: pickOne(shop.portfolioIds),
});

async function reserve(shop: HoldsShop): Promise<void> {
  const reply = await post(shop, "/reservations", { ...measure(shop), expires_in_seconds: 60 });
  countIn(shop.tally, reply.status === 201 ? "reserved" : "found too little to reserve");
  if (reply.status === 201) shop.reservations.push(idIn(reply));
}

/** One of the reservations, which another buyer may take as well. */
function takeReservation({ reservations }: HoldsShop): string | undefined {
  const id = reservations[randomInt(reservations.length || 1)];
  if (id !== undefined && randomInt(4) > 0) reservations.splice(reservations.indexOf(id), 1);
  return id;
}

async function order(shop: HoldsShop): Promise<void> {
  const id = takeReservation(shop);
  const body = id === undefined || randomInt(8) === 0 ? measure(shop) : { reservation_id: id };
  const reply = await post(shop, "/orders", body);
  const how = "reservation_id" in body ? "of a reservation" : "from stock";
  countIn(shop.tally, reply.status === 201 ? `ordered ${how}` : "reservation was gone");
}

async function release(shop: HoldsShop): Promise<void> {
  const id = takeReservation(shop);
  if (id === undefined) return reserve(shop);
  const reply = await post(shop, `/reservations/${id}/release`, {});
  countIn(shop.tally, reply.status === 200 ? "released" : "release came too late");
}

/** Returns the faults on the page that follows. */
function check(
  { record }: HoldsShop,
  result: Awaited<ReturnType<typeof postForm>>,
): readonly string[] {
  if (!result || result.status >= 500) return [];
  const { status, location, faults } = result;
  if (status !== 303) record.faults.push(`a form returned ${status} ${location}`);
  return faults;
}

/** The customer approves or refuses at the bank. */
export async function confirm(shop: HoldsShop, id: string, signal?: AbortSignal): Promise<void> {
  const decision = randomInt(4) === 0 ? "refuse" : "approve";
  check(shop, await postForm(shop, `/checkout/${id}/confirm`, { decision }, signal));
}

async function buy(shop: HoldsShop): Promise<void> {
  const reserved = randomInt(3) === 0 ? takeReservation(shop) : undefined;
  const amount = reserved === undefined ? measure(shop) : { reservation_id: reserved };
  const reply = await post(shop, "/checkout/sessions", { ...returnUrls, ...amount });
  if (reply.status !== 201) return countIn(shop.tally, "found too little for a session");
  const id = idIn(reply);
  const number = pickOne(drawn);
  const clicks = Array.from({ length: randomInt(1, 4) }, () =>
    postCard(shop, id, number, maybeLeaving(20)),
  );
  const faults = (await Promise.all(clicks)).flatMap((result) => check(shop, result));
  const isSoldOut = faults.some((fault) => fault.includes("no_stock"));
  countIn(shop.tally, isSoldOut ? "sold out before the charge" : "paid or tried to");
  if (number !== cards.needsApproval) return;
  // It may be lost, or come before the payment asks for it.
  if (randomInt(4) > 0) await confirm(shop, id, maybeLeaving(20));
}

const actions = [reserve, reserve, reserve, order, order, release, buy, buy, buy, buy] as const;

/** Makes one attempt to get some of the stock. */
export const attempt = (shop: HoldsShop): Promise<void> => pickOne(actions)(shop);
