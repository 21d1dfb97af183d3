// Customers who click four times at once, trust what the page shows, and report a fault if it later
// contradicts itself.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cards } from "#testing/checkout";
import type { PageFacts } from "#testing/torture/checkout-facts";
import { type ClientRecord, postOnce, type Send } from "#testing/torture/clients";

type View = PageFacts["view"];

/** Responses that the customers got. */
export interface CustomerRecord extends ClientRecord {
  sessions: Map<string, { view: View; orderId: string | null; wasPaid: boolean; plan: Plan }>;
  expired: Set<string>;
  posts: number;
  /** Form posts without a response, or with a 5xx. */
  lostPosts: number;
}

/** Actions of a customer in a session. */
export interface Plan {
  /** Cards of the first four clicks; later clicks use a good card. */
  cards: string[];
  refusesFirst: boolean;
  /** The integrator expires the session during the first clicks. */
  expires: boolean;
  /** The integrator cancels the order as soon as it exists. */
  cancels: boolean;
  /** After too many attempts, expires the session instead of trying again later. */
  givesUp: boolean;
}

export interface Shop {
  origin(): string;
  send: Send;
  key: string;
  record: CustomerRecord;
}

const CLICKS = 4;
/** At most one server is down at a time. */
const TRIES = 4;
const RETRY_MS = 100;
const DONE: readonly View[] = ["paid", "failed", "cancelled", "expired"];
/** Views that may follow a view; views without an entry may be followed by any. */
const followedBy: Partial<Record<View, readonly View[]>> = {
  processing: ["processing", "paid", "failed", "cancelled"],
  paid: ["paid", "cancelled"],
  cancelled: ["cancelled", "failed"],
  failed: ["failed"],
  expired: ["expired"],
};

function shuffled(first: string): string[] {
  const four = [first, cards.good, cards.good, cards.good];
  return four.sort(() => randomInt(3) - 1);
}

const fourTimes = (card: string) => Array.from({ length: CLICKS }, () => card);

/** Draws mostly good cards, and each of the others now and then. */
export function drawPlan(nth: number): Plan {
  const dice = nth % 20;
  const four = () => {
    if (dice === 1) return shuffled(cards.declined);
    if (dice === 2) return [cards.insufficientFunds, cards.wrongCvc, cards.good, cards.good];
    if (dice === 3 || dice === 4) return fourTimes(cards.needsApproval);
    // An order paid with a good card is matched at once, so a cancellation mostly comes too late.
    if (dice === 5 || dice === 10) return fourTimes(cards.paysLater);
    if (dice === 6) return fourTimes(cards.failsLater);
    return fourTimes(cards.good);
  };
  return {
    cards: four(),
    refusesFirst: dice === 4,
    expires: dice === 7 || dice === 8,
    givesUp: true,
    cancels: dice === 9 || dice === 10 || nth % 40 === 25,
  };
}

/** Sends a request to a server that accepts connections, as a load balancer does. */
async function fetchPath(shop: Shop, path: string, init: RequestInit): Promise<Response | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const origin = shop.origin();
    const headers = { origin };
    const response = await fetch(`${origin}${path}`, { ...init, headers }).catch(
      (error: Error) => error,
    );
    if (response instanceof Response) return response;
    if ((response.cause as { code?: string } | undefined)?.code !== "ECONNREFUSED") return null;
  }
  return null;
}

/** Plan of a customer with a good card, without expiry or cancellation. */
export function plainPlan(): Plan {
  const none = { refusesFirst: false, expires: false, cancels: false, givesUp: false };
  return { cards: fourTimes(cards.good), ...none };
}

/** Posts a form like a browser, without following redirects. Null without a response. */
async function submit(shop: Shop, path: string, form: Record<string, string>, cutsOff: boolean) {
  shop.record.posts += 1;
  const response = await fetchPath(shop, path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ lang: "en", ...form }),
    ...(cutsOff && { signal: AbortSignal.timeout(randomInt(1, 30)) }),
  });
  if (response === null || response.status >= 500) {
    shop.record.lostPosts += 1;
    return null;
  }
  const location = response.headers.get("location") ?? "";
  const faults = new URLSearchParams(location.split("?")[1]).getAll("fault");
  const isUnexpected =
    response.status !== 303 || faults.some((fault) => !fault.startsWith("attempts."));
  if (isUnexpected) shop.record.faults.push(`${path} returned ${response.status} ${location}`);
  return { mustWait: faults.length > 0 };
}

/** Pays with four clicks at once. Returns true if the page asks to wait. */
async function click(shop: Shop, id: string, numbers: string[]): Promise<boolean> {
  const card = { email: "kim@example.com", beneficiary: "Kim", expiry: "12 / 40", cvc: "123" };
  const results = await Promise.all(
    numbers.map((number) =>
      submit(shop, `/checkout/${id}/pay`, { ...card, number }, randomInt(12) === 0),
    ),
  );
  return results.some((result) => result?.mustWait);
}

async function confirm(shop: Shop, id: string, decision: string): Promise<void> {
  const form = () => submit(shop, `/checkout/${id}/confirm`, { decision }, false);
  await Promise.all([form(), form()]);
}

/** Reads the page and compares it with what it showed before. */
async function readPage(shop: Shop, id: string, plan: Plan): Promise<View | null> {
  const response = await fetchPath(shop, `/checkout/${id}`, {});
  const facts = response?.ok
    ? ((await response.json().catch(() => null)) as PageFacts | null)
    : null;
  if (!facts) return null;
  const { view, orderId } = facts;
  const { faults, sessions } = shop.record;
  const before = sessions.get(id);
  const message = `the page of ${id} showed ${view} (order ${orderId})`;
  if (["processing", "paid", "failed", "cancelled"].includes(view) !== (orderId !== null)) {
    faults.push(message);
  }
  if (before && followedBy[before.view]?.includes(view) === false) {
    faults.push(`${message} after ${before.view}`);
  }
  if (before?.orderId && before.orderId !== orderId) {
    faults.push(`${message} after order ${before.orderId}`);
  }
  const wasPaid = view === "paid" || before?.wasPaid === true;
  sessions.set(id, { view, orderId, wasPaid, plan });
  return view;
}

async function expire({ send, key, record }: Shop, id: string): Promise<void> {
  const reply = await postOnce(send, record, { path: `/checkout/sessions/${id}/expire`, key });
  if (reply.status === 200) record.expired.add(id);
  else if (reply.status !== 409) {
    record.faults.push(`expiring returned ${reply.status}: ${reply.text}`);
  }
}

async function cancel({ send, key, record }: Shop, id: string): Promise<void> {
  const orderId = record.sessions.get(id)?.orderId;
  if (!orderId) return;
  const reply = await postOnce(send, record, { path: `/orders/${orderId}/cancel`, key });
  if (reply.status === 200) record.cancelled.add(orderId);
  else if (reply.status !== 409) {
    record.faults.push(`cancelling returned ${reply.status}: ${reply.text}`);
  }
}

/** Opens a session through the API and returns its id. */
export async function openSession(shop: Shop, portfolioId: string): Promise<string> {
  const body = {
    amount_kg: randomInt(20, 3000),
    portfolio_id: portfolioId,
    success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/basket",
  };
  const { send, record, key } = shop;
  const request = { path: "/checkout/sessions", key, body, idempotencyKey: randomUUID() };
  const reply = await postOnce(send, record, request);
  if (reply.status !== 201)
    throw new Error(`creating a session returned ${reply.status}: ${reply.text}`);
  return (JSON.parse(reply.text) as { id: string }).id;
}

/** Uses the page until the session ends. Returns false if it has not within `timeoutMs`. */
export async function visit(
  shop: Shop,
  session: { id: string; plan: Plan; timeoutMs: number },
): Promise<boolean> {
  const { id, plan } = session;
  const until = Date.now() + session.timeoutMs;
  let { cards: numbers, expires, cancels, refusesFirst } = plan;
  // A second visit continues from what the page shows.
  if (shop.record.sessions.has(id)) [numbers, expires] = [fourTimes(cards.good), false];
  while (Date.now() < until) {
    const view = await readPage(shop, id, plan);
    if (view === "open") {
      const expiring = expires ? expire(shop, id) : null;
      if (expires) await sleep(randomInt(60));
      const [mustWait] = await Promise.all([click(shop, id, numbers), expiring]);
      if (mustWait && plan.givesUp) await expire(shop, id);
      else if (mustWait) await sleep(10 * RETRY_MS);
      [numbers, expires] = [fourTimes(cards.good), false];
    } else if (view === "confirm") {
      await confirm(shop, id, refusesFirst ? "refuse" : "approve");
      refusesFirst = false;
    } else if (cancels && (view === "paid" || view === "processing")) {
      await cancel(shop, id);
      cancels = false;
    } else if (view !== null && DONE.includes(view)) {
      return true;
    } else await sleep(RETRY_MS);
  }
  return false;
}
