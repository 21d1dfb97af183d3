// Customers who click four times at once, trust what the page shows, and report a fault if it later
// contradicts itself.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cards } from "#testing/checkout";
import {
  type ClientRecord,
  idIn,
  newClientRecord,
  postOnce,
  type Send,
} from "#testing/world/clients";
import type { PageFacts } from "#testing/world/page-facts";

type View = PageFacts["view"];

/** Responses that the customers got. */
export interface CustomerRecord extends ClientRecord {
  sessions: Map<string, { view: View; orderId: string | null; wasPaid: boolean; plan: Plan }>;
  expired: Set<string>;
  posts: number;
  /** Form posts without a response, or with a 5xx. */
  lostPosts: number;
}

export function newCustomerRecord(): CustomerRecord {
  return { ...newClientRecord(), sessions: new Map(), expired: new Set(), posts: 0, lostPosts: 0 };
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

/** A shop and its servers. */
export interface Place<Recorded extends ClientRecord = ClientRecord> {
  origin(): string;
  send: Send;
  key: string;
  record: Recorded;
}
export type Shop = Place<CustomerRecord>;

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

/** Plan of a customer with a good card, without expiry or cancellation. */
export function plainPlan(): Plan {
  const none = { refusesFirst: false, expires: false, cancels: false, givesUp: false };
  return { cards: fourTimes(cards.good), ...none };
}

/** Sends a request to a server that accepts connections, as a load balancer does. */
async function fetchPath(
  { origin }: Pick<Place, "origin">,
  path: string,
  init: RequestInit,
): Promise<Response | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const server = origin();
    const headers = { origin: server };
    const response = await fetch(`${server}${path}`, { ...init, headers }).catch(
      (error: Error) => error,
    );
    if (response instanceof Response) return response;
    if ((response.cause as { code?: string } | undefined)?.code !== "ECONNREFUSED") return null;
  }
  return null;
}

interface FormResult {
  status: number;
  location: string;
  /** Faults on the page that follows. */
  faults: string[];
}

/** Posts a form like a browser, without following redirects. Null without a response. */
export async function postForm(
  shop: Pick<Place, "origin">,
  path: string,
  fields: Record<string, string>,
  signal?: AbortSignal,
): Promise<FormResult | null> {
  const response = await fetchPath(shop, path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ lang: "en", ...fields }),
    ...(signal && { signal }),
  });
  if (response === null) return null;
  const location = response.headers.get("location") ?? "";
  const faults = new URLSearchParams(location.split("?")[1]).getAll("fault");
  return { status: response.status, location, faults };
}

/** Submits the form of the checkout page with a card. */
export function postCard(
  shop: Pick<Place, "origin">,
  id: string,
  number: string,
  signal?: AbortSignal,
): Promise<FormResult | null> {
  const card = { email: "kim@example.com", beneficiary: "Kim", expiry: "12 / 40", cvc: "123" };
  return postForm(shop, `/checkout/${id}/pay`, { ...card, number }, signal);
}

/** Some customers close the page before the response. */
export const maybeLeaving = (n: number) =>
  randomInt(n) === 0 ? AbortSignal.timeout(randomInt(1, 40)) : undefined;

/** Returns whether the page asks to wait. */
function check({ record }: Shop, result: FormResult | null): boolean {
  record.posts += 1;
  if (result === null || result.status >= 500) {
    record.lostPosts += 1;
    return false;
  }
  const { status, location, faults } = result;
  if (status !== 303 || faults.some((fault) => !fault.startsWith("attempts."))) {
    record.faults.push(`a form returned ${status} ${location}`);
  }
  return faults.length > 0;
}

/** Pays with four clicks at once. Returns true if the page asks to wait. */
async function click(shop: Shop, id: string, numbers: string[]): Promise<boolean> {
  const results = await Promise.all(
    numbers.map((number) => postCard(shop, id, number, maybeLeaving(12))),
  );
  return results.map((result) => check(shop, result)).some(Boolean);
}

async function confirm(shop: Shop, id: string, decision: string): Promise<void> {
  const form = () => postForm(shop, `/checkout/${id}/confirm`, { decision });
  for (const result of await Promise.all([form(), form()])) check(shop, result);
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

/** Ends the object; that it has ended already is no fault. */
async function end({ send, key, record }: Shop, path: string): Promise<boolean> {
  const reply = await postOnce(send, record, { path, key });
  if (reply.status !== 200 && reply.status !== 409) {
    record.faults.push(`${path} returned ${reply.status}: ${reply.text}`);
  }
  return reply.status === 200;
}

async function expire(shop: Shop, id: string): Promise<void> {
  if (await end(shop, `/checkout/sessions/${id}/expire`)) shop.record.expired.add(id);
}

async function cancel(shop: Shop, id: string): Promise<void> {
  const orderId = shop.record.sessions.get(id)?.orderId;
  if (orderId && (await end(shop, `/orders/${orderId}/cancel`))) {
    shop.record.cancelled.add(orderId);
  }
}

export const returnUrls = {
  success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.example/basket",
};

/** Opens a session through the API and returns its id. */
export async function openSession(
  { send, record, key }: Place,
  portfolioId: string,
): Promise<string> {
  const body = { amount_kg: randomInt(20, 3000), portfolio_id: portfolioId, ...returnUrls };
  const reply = await postOnce(send, record, { path: "/checkout/sessions", key, body });
  if (reply.status !== 201)
    throw new Error(`creating a session returned ${reply.status}: ${reply.text}`);
  return idIn(reply);
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
