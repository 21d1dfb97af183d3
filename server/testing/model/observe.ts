// Everything observable about a till, real or modeled, as text by section and object.
import { MODE } from "#testing/world/catalogue";
import { select } from "#testing/world/sql";
import { nameOf, quantityKg } from "./stock";
import { type Hold, type Order, pendingIn, type Session, type Till, visibleState } from "./till";
import { callAs, serialsOf, type World } from "./world";

/** As {@link nameOf} writes it. */
const LOT_NAME = "lot.project_id || ' from ' || lot.serial_first";

type Section = Record<string, string>;
export type View = Record<
  | "categories"
  | "lots"
  | "credits"
  | "orders"
  | "details"
  | "sessions"
  | "recorded"
  | "payments"
  | "holds"
  | "charges"
  | "events"
  | "callbacks"
  | "subaccounts",
  Section
>;

/** An observation after a step, with facts that only the real till knows. */
export interface Observation {
  view: View;
  /** Order ids by session. */
  orderIds: ReadonlyMap<string, string>;
  /** Import time of each lot, in ms: the order of concurrent transactions doesn't determine it. */
  arrivals: ReadonlyMap<string, number>;
}

const ACCOUNTS = "AB";
const owned = (account: number, id: string) => `${ACCOUNTS[account]} ${id}`;

interface Resource {
  id: string;
  [field: string]: unknown;
}

/** An order or a session. */
function saleText(it: Omit<Resource, "id">, end: string): string {
  const amount = `${it["amount_kg"]} kg, ${it["price_usd_cents"]} cents`;
  return `${it["state"]}, ${amount}, for ${it["subaccount_id"]}, ${end}`;
}

/** Fields of a modeled order or session, as the API names them. */
const saleOf = (it: Order | Session, state: string) => ({
  ...{ state, amount_kg: it.amountKg, price_usd_cents: it.price },
  subaccount_id: it.subaccountId,
});

async function list(world: World, account: number, path: string): Promise<Resource[]> {
  const resources: Resource[] = [];
  for (;;) {
    const after = resources.length > 0 ? `&starting_after=${resources.at(-1)?.id}` : "";
    const { json } = await callAs(world, {
      account,
      method: "GET",
      path: `${path}?limit=100${after}`,
    });
    resources.push(...(json.data as Resource[]));
    if (!json.has_more) return resources;
  }
}

async function observeAccount(world: World, account: number, view: View): Promise<void> {
  const [orders, sessions, events, subaccounts] = await Promise.all(
    ["/orders", "/checkout/sessions", "/events", "/subaccounts"].map((path) =>
      list(world, account, path),
    ),
  );
  for (const it of orders ?? []) {
    const hasPage = it["certificate_public_url"] !== null;
    view.orders[owned(account, it.id)] = saleText(it, hasPage ? "certificate" : "no certificate");
    if (it["state"] === "fulfilled")
      view.details[it.id] = await observeDetails(world, account, it.id);
  }
  for (const it of sessions ?? []) {
    const end = it["completed_on"] === null ? "not completed" : "completed";
    view.sessions[owned(account, it.id)] = `${saleText(it, end)}, of ${it["portfolio_id"]}`;
  }
  for (const it of events ?? []) {
    const orderId = String(it["order_id"]);
    const key = owned(account, orderId);
    world.eventIds.set(orderId, it.id);
    // A second event for the same order would show here.
    view.events[key] = `${view.events[key] ?? ""}${it["type"]} ${it["delivery_state"]}`;
  }
  for (const it of subaccounts ?? []) {
    view.subaccounts[owned(account, it.id)] = `default ${it["default_portfolio_id"]}`;
  }
}

interface Allocation {
  project: { id: string };
  amount_kg: number;
  retirements: { serial_number_range: string }[];
}

async function observeDetails(world: World, account: number, id: string): Promise<string> {
  const known = world.details.get(id);
  if (known !== undefined) return known;
  const { json } = await callAs(world, { account, method: "GET", path: `/orders/${id}` });
  const details = (json.project_allocations as Allocation[])
    .map(({ project, amount_kg, retirements }) => {
      const serials = retirements.map((it) => it.serial_number_range).sort();
      return `${amount_kg} kg of ${project.id}: ${serials.join(", ")}`;
    })
    .sort()
    .join("; ");
  world.details.set(id, details);
  return details;
}

async function observeTables(view: View): Promise<Omit<Observation, "view">> {
  const categories = await select<{ id: string; text: string }>(
    `SELECT id, concat(min(api_price_per_tonne), ' or ',
         min(checkout_price_per_tonne), ' cents: ',
         string_agg(concat(weight_millionths / 1000000, ' ', project_id), ', ' ORDER BY project_id)
       ) AS text
     FROM project_categories c JOIN category_projects p ON p.mode = c.mode AND p.category_id = c.id
     JOIN category_prices price ON price.mode = c.mode AND price.category_id = c.id
     WHERE c.mode = '${MODE}' GROUP BY id`,
  );
  for (const { id, text } of categories) view.categories[id] = text;
  const lots = await select<{ id: string; name: string; text: string; created_at: Date }>(
    `SELECT id, ${LOT_NAME} AS name, created_at,
       concat(state, ', ', retired_kg, ' of ', quantity_kg, ' kg sold') AS text
     FROM credit_lots lot WHERE mode = '${MODE}'`,
  );
  for (const { name, text } of lots) view.lots[name] = text;
  const parts = await select<{ order_id: string; part: string }>(
    `SELECT order_id, ${LOT_NAME} || ' ' || lot_start_kg || '-' || lot_end_kg AS part
     FROM retirements r JOIN credit_lots lot ON lot.id = r.lot_id AND lot.mode = r.mode`,
  );
  for (const [orderId, own] of Map.groupBy(parts, ({ order_id }) => order_id)) {
    view.credits[orderId] = own
      .map(({ part }) => part)
      .sort()
      .join(", ");
  }
  const sessions = await select<{ id: string; state: string; order_id: string | null }>(
    "SELECT id, state, order_id FROM checkout_sessions",
  );
  for (const { id, state } of sessions) view.recorded[id] = state;
  const payments = await select<{ id: string; text: string }>(
    `SELECT checkout_session_id AS id, concat(state, ' after ', attempts, ' attempts, ',
         refunded, ' cents refunded, ', refunding, ' to refund') AS text
     FROM payments`,
  );
  for (const { id, text } of payments) view.payments[id] = text;
  const holds = await select<{ id: string; hold: string }>(
    `SELECT hold.checkout_session_id AS id,
       string_agg(kg || ' kg of ' || project_id, ', ' ORDER BY project_id)
         || coalesce(' for ' || order_id, '') AS hold
     FROM stock_holds hold JOIN stock_hold_parts part ON part.hold_id = hold.id
     WHERE state = 'held' GROUP BY hold.account_id, hold.id`,
  );
  for (const { id, hold } of holds) {
    view.holds[id] = view.holds[id] ? `${view.holds[id]} AND ${hold}` : hold;
  }
  return {
    orderIds: new Map(sessions.flatMap(({ id, order_id }) => (order_id ? [[id, order_id]] : []))),
    arrivals: new Map(lots.map((lot) => [lot.id, lot.created_at.getTime()])),
  };
}

async function observeOutside({ bank, receiver }: World, view: View): Promise<void> {
  for (const { reference, amount, refunded } of await bank.charges()) {
    const before = view.charges[reference];
    const charge = `${amount} cents, ${refunded} refunded`;
    view.charges[reference] = before ? `${before} AND ${charge}` : charge;
  }
  for (const { body } of receiver.received) {
    const { type, order } = JSON.parse(body) as { type: string; order: Resource };
    const summary = `${type} ${order["state"]} ${order["amount_kg"]} kg`;
    const [times] = /^\d+/.exec(view.callbacks[order.id] ?? "") ?? ["0"];
    view.callbacks[order.id] = `${Number(times) + 1} × ${summary}`;
  }
}

function emptyView(): View {
  return {
    categories: {},
    ...{ lots: {}, credits: {}, orders: {}, details: {}, sessions: {}, recorded: {} },
    ...{ payments: {}, holds: {}, charges: {}, events: {}, callbacks: {}, subaccounts: {} },
  };
}

/** Observes the real till: through both accounts, its tables, the bank, and the receiver. */
export async function observe(world: World): Promise<Observation> {
  const view = emptyView();
  const tables = await observeTables(view);
  await Promise.all(world.accounts.map((_it, account) => observeAccount(world, account, view)));
  await observeOutside(world, view);
  return { view, ...tables };
}

function holdText({ parts }: Hold, orderId: string | null): string {
  const kilograms = parts
    .toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1))
    .map(({ projectId, kg }) => `${kg} kg of ${projectId}`);
  return kilograms.join(", ") + (orderId === null ? "" : ` for ${orderId}`);
}

function viewSessions({ sessions }: Till, view: View): void {
  for (const it of sessions) {
    const { id, account, portfolioId, price, payment } = it;
    const end = it.state === "complete" ? "completed" : "not completed";
    const sale = saleText(saleOf(it, visibleState(it)), end);
    view.sessions[owned(account, id)] = `${sale}, of ${portfolioId}`;
    view.recorded[id] = it.state;
    if (it.hold) view.holds[id] = holdText(it.hold, it.orderId);
    if (!payment) continue;
    const { state, attempts, bank, refunded, bankRefunded } = payment;
    view.payments[id] =
      `${state} after ${attempts} attempts, ${refunded} cents refunded, ` +
      `${pendingIn(payment)} to refund`;
    if (bank === "paid") view.charges[id] = `${price} cents, ${bankRefunded} refunded`;
  }
}

function viewOrders(till: Till, view: View): void {
  for (const it of till.orders) {
    const { id, account, state, parts } = it;
    const page = state === "cancelled" ? "no certificate" : "certificate";
    view.orders[owned(account, id)] = saleText(saleOf(it, state), page);
    if (state !== "fulfilled") continue;
    const draws = parts.map(({ lotId, startKg, endKg }) => {
      const lot = till.lots.find(({ id }) => id === lotId);
      return `${lot && nameOf(lot)} ${startKg}-${endKg}`;
    });
    view.credits[id] = draws.sort().join(", ");
    view.details[id] = creditsOf(till, parts);
  }
}

/** Allocated parts, with the serials of the tonnes they touch. */
function creditsOf(till: Till, parts: Till["orders"][number]["parts"]): string {
  const drawn = parts.flatMap((part) => {
    const lot = till.lots.find(({ id }) => id === part.lotId);
    if (!lot) return [];
    const first = lot.first + Math.floor(part.startKg / 1000);
    const last = lot.first + Math.ceil(part.endKg / 1000) - 1;
    return [{ ...part, projectId: lot.projectId, serials: serialsOf({ ...lot, first, last }) }];
  });
  return [...Map.groupBy(drawn, ({ projectId }) => projectId)]
    .map(([projectId, own]) => {
      const kg = own.reduce((sum, { startKg, endKg }) => sum + endKg - startKg, 0);
      return `${kg} kg of ${projectId}: ${own
        .map(({ serials }) => serials)
        .sort()
        .join(", ")}`;
    })
    .sort()
    .join("; ");
}

/** Observation expected from the model's state. */
export function viewOf(till: Till): View {
  const view = emptyView();
  for (const { id, apiPrice, checkoutPrice, projects } of till.categories) {
    const weights = projects.map((it) => `${it.weight} ${it.id}`).join(", ");
    view.categories[id] = `${apiPrice} or ${checkoutPrice} cents: ${weights}`;
  }
  for (const lot of till.lots) {
    view.lots[nameOf(lot)] = `${lot.state}, ${lot.soldKg} of ${quantityKg(lot)} kg sold`;
  }
  viewOrders(till, view);
  viewSessions(till, view);
  for (const { account, orderId, type, delivery, attempts } of till.events) {
    view.events[owned(account, orderId)] = `${type} ${delivery}`;
    const order = till.orders.find(({ id }) => id === orderId);
    if (attempts === 0 || !order) continue;
    view.callbacks[orderId] = `${attempts} × ${type} ${order.state} ${order.amountKg} kg`;
  }
  for (const { account, id, portfolioId } of till.subaccounts) {
    view.subaccounts[owned(account, id)] = `default ${portfolioId}`;
  }
  return view;
}

/** Differences between the real till and the model. */
export function differences(real: View, model: View): string[] {
  return (Object.keys(model) as (keyof View)[]).flatMap((section) => {
    const ids = new Set([...Object.keys(real[section]), ...Object.keys(model[section])]);
    return [...ids].flatMap((id) => {
      const [is, should] = [real[section][id], model[section][id]];
      return is === should ? [] : [`${section} ${id}: "${is}", but the model has "${should}"`];
    });
  });
}
