// Integrators and customers who all want the last credits: they reserve, order, open sessions and pay.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cards } from "#testing/checkout";
import { type ClientRecord, postOnce, type Reply, type Send } from "#testing/torture/clients";

export interface HoldsShop {
  origin(): string;
  send: Send;
  key: string;
  portfolioIds: readonly string[];
  record: ClientRecord;
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

function count(shop: HoldsShop, what: string): void {
  shop.tally[what] = (shop.tally[what] ?? 0) + 1;
}

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
  count(shop, reply.status === 201 ? "reserved" : "found too little to reserve");
  if (reply.status === 201) shop.reservations.push(JSON.parse(reply.text).id);
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
  count(shop, reply.status === 201 ? `ordered ${how}` : "reservation was gone");
}

async function release(shop: HoldsShop): Promise<void> {
  const id = takeReservation(shop);
  if (id === undefined) return reserve(shop);
  const reply = await post(shop, `/reservations/${id}/release`, {});
  count(shop, reply.status === 200 ? "released" : "release came too late");
}

/** Posts a form of the checkout page. Returns the faults on the page that follows; null without a response. */
async function submit(
  shop: HoldsShop,
  path: string,
  form: object,
  signal?: AbortSignal,
): Promise<string[] | null> {
  const origin = shop.origin();
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ lang: "en", ...form }),
    ...(signal && { signal }),
  }).catch(() => null);
  if (!response || response.status >= 500) return null;
  const location = response.headers.get("location") ?? "";
  if (response.status !== 303) {
    shop.record.faults.push(`${path} returned ${response.status} ${location}`);
  }
  return new URLSearchParams(location.split("?")[1]).getAll("fault");
}

/** Some customers close the page before the response. */
const pageTimeout = () => (randomInt(20) === 0 ? AbortSignal.timeout(randomInt(1, 40)) : undefined);

export function confirm(
  shop: HoldsShop,
  id: string,
  signal?: AbortSignal,
): Promise<string[] | null> {
  const decision = randomInt(4) === 0 ? "refuse" : "approve";
  return submit(shop, `/checkout/${id}/confirm`, { decision }, signal);
}

async function buy(shop: HoldsShop): Promise<void> {
  const urls = {
    success_url: "https://shop.example/thanks",
    cancel_url: "https://shop.example/basket",
  };
  const reserved = randomInt(3) === 0 ? takeReservation(shop) : undefined;
  const what = reserved === undefined ? measure(shop) : { reservation_id: reserved };
  const reply = await post(shop, "/checkout/sessions", { ...urls, ...what });
  if (reply.status !== 201) return count(shop, "found too little for a session");
  const { id } = JSON.parse(reply.text) as { id: string };
  const number = pickOne(drawn);
  const card = { email: "kim@example.com", beneficiary: "Kim", expiry: "12 / 40", cvc: "123" };
  const clicks = Array.from({ length: randomInt(1, 4) }, () =>
    submit(shop, `/checkout/${id}/pay`, { ...card, number }, pageTimeout()),
  );
  const results = await Promise.all(clicks);
  const isSoldOut = results.some((faults) => faults?.some((one) => one.includes("no_stock")));
  count(shop, isSoldOut ? "sold out before the charge" : "paid or tried to");
  if (number !== cards.needsApproval) return;
  // It may be lost, or come before the payment asks for it.
  if (randomInt(4) > 0) await confirm(shop, id, pageTimeout());
}

const actions = [reserve, reserve, reserve, order, order, release, buy, buy, buy, buy] as const;

/** Makes this many attempts, by as many buyers at once as there are clients. */
export async function buyAll(
  shop: HoldsShop,
  size: { attempts: number; clients: number },
  mayGoOn: (nth: number) => boolean,
): Promise<void> {
  let next = 0;
  const lanes = Array.from({ length: size.clients }, async () => {
    for (let nth = next++; nth < size.attempts; nth = next++) {
      while (!mayGoOn(nth)) await sleep(10);
      await pickOne(actions)(shop);
    }
  });
  await Promise.all(lanes);
}
