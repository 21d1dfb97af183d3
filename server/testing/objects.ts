import type { Account, Mode } from "#core/context";
import { database } from "#core/db";
import { newId } from "#core/id";
import { isUsed } from "#modules";
import { call } from "#testing/api";
import { billAccount, issue, sellOrders, setUpIssuer } from "#testing/billing";
import {
  contextOf,
  makeAccount,
  makeKey,
  makeStock,
  matchAll,
  saveSellerDetails,
} from "#testing/factories";
import { makePaymentLink, makeReservation } from "#testing/offers";

/** An account in one mode with a write key, and a catalogue in this mode to order from. */
export interface Holder {
  account: Account;
  counterpart: Account;
  token: string;
  portfolioId: string;
  categoryId: string;
  projectId: string;
}

async function holderOf(account: Account, counterpart: Account, token: string): Promise<Holder> {
  if (account.mode === "live") await saveSellerDetails(account);
  const { portfolioId, tag } = await makeStock({ mode: account.mode, apiPrice: 20 });
  await database().prisma.account.update({
    where: { id: account.id },
    data: { defaultPortfolioId: portfolioId },
  });
  const ids = { portfolioId, categoryId: `cat_${tag}`, projectId: `prj_${tag}_a` };
  return { account, counterpart, token, ...ids };
}

/** Creates an account whose default portfolio has its own stock. */
export async function makeHolder(mode: Mode = "test"): Promise<Holder> {
  const { account, live, test, token } = await makeAccount("write", mode);
  return holderOf(account, mode === "test" ? live : test, token);
}

/** The same organization in the other mode. */
export async function makeCounterpart({ account, counterpart }: Holder): Promise<Holder> {
  const { token } = await makeKey(counterpart);
  return holderOf(counterpart, account, token);
}

interface Collection {
  /**
   * Visibility of its objects: the account that created them, all accounts in the mode, or
   * everyone.
   */
  belongsTo: "account" | "mode" | "everyone";
  /** Creates an object and returns its id. */
  make(holder: Holder): Promise<string>;
}

async function create(holder: Holder, path: string, body: unknown): Promise<string> {
  const { status, text, json } = await call("POST", path, { key: holder.token, body });
  if (status !== 201) throw new Error(`POST ${path} returned ${status}: ${text}`);
  return json.id;
}

const order = { amount_kg: 3, notification_config: { url: "https://93.184.215.14/hook" } };
const session = {
  amount_kg: 3,
  success_url: "https://shop.example/thanks",
  cancel_url: "https://shop.example/basket",
};

/** Inserts a payment, so that the open session can be refunded. */
export async function insertPayment(id: string): Promise<void> {
  const { prisma } = database();
  const { accountId, mode, price, currency } = await prisma.checkoutSession.findFirstOrThrow({
    where: { id },
  });
  const now = new Date();
  const times = { recentSince: now, createdAt: now, updatedAt: now, paidAt: now };
  const provider = { provider: mode === "live" ? "stripe" : "test", providerPaymentId: `p_${id}` };
  const owner = { accountId, mode, currency, id: newId("payment"), checkoutSessionId: id };
  const data = { ...owner, ...provider, ...times, state: "paid", amount: price };
  await prisma.payment.create({ data });
}

/** A session whose money has arrived. */
export async function makePaidSession(holder: Holder): Promise<string> {
  const id = await create(holder, "/checkout/sessions", session);
  await insertPayment(id);
  return id;
}

const hook = {
  url: "https://93.184.215.14/hook",
  event_types: ["order.fulfilled"],
};

/** Webhook endpoints and listeners that stay when others are created. */
export const lastingEndpoints = new Set<string>();

async function deleteEndpoints(endpoints: { id: string }[]): Promise<void> {
  const ids = endpoints.map(({ id }) => id).filter((id) => !lastingEndpoints.has(id));
  await database().prisma.webhookEndpoint.deleteMany({ where: { id: { in: ids } } });
}

/** Deletes the oldest ones first, because an account may only have a limited number. */
async function makeWebhookEndpoint(holder: Holder): Promise<string> {
  const { webhookEndpoint } = database().prisma;
  const of = { where: { accountId: holder.account.id } };
  const old = await webhookEndpoint.findMany({ ...of, orderBy: { id: "desc" }, skip: 10 });
  await deleteEndpoints(old);
  return create(holder, "/webhook-endpoints", hook);
}

/** Not by the API, which creates none for a live account, or without the module. */
async function makeListener(holder: Holder): Promise<string> {
  const id = await makeWebhookEndpoint(holder);
  const where = { accountId: holder.account.id, id };
  await database().prisma.webhookEndpoint.updateMany({ where, data: { lastPolledAt: new Date() } });
  return id;
}

async function makeEvent(holder: Holder): Promise<string> {
  const id = await create(holder, "/orders", order);
  await call("POST", `/orders/${id}/cancel`, { key: holder.token });
  const { json } = await call("GET", "/events?limit=1", { key: holder.token });
  return json.data[0].id;
}

/** A portfolio that only this account may use. */
async function makePortfolio({ account }: Holder): Promise<string> {
  const { mode } = account;
  const { portfolioId: id } = await makeStock({ mode });
  const data = { accountId: account.id };
  await database().prisma.portfolio.update({ where: { mode_id: { mode, id } }, data });
  return id;
}

/** The first part of an order, which exists once credits are allocated to it. */
async function makeRetirement(holder: Holder): Promise<string> {
  const id = await create(holder, "/orders", order);
  await matchAll();
  return `${id}_0`;
}

/** Bills the account for a new order. Returns the invoice's id. */
export async function makeInvoice({
  account,
  portfolioId,
}: Pick<Holder, "account" | "portfolioId">): Promise<string> {
  await setUpIssuer(account.mode);
  await billAccount(account);
  const ctx = contextOf({ ...account, terms: "invoice" });
  await sellOrders(ctx, { portfolioId, kg: [3] });
  const invoice = await issue(ctx);
  if (!invoice) throw new Error("no invoice was issued");
  return invoice.id;
}

/** A new resource needs a line here; a new endpoint of a known resource doesn't. */
const collections: Record<string, Collection> = {
  "/orders": { belongsTo: "account", make: (holder) => create(holder, "/orders", order) },
  "/checkout/sessions": {
    belongsTo: "account",
    make: (holder) => create(holder, "/checkout/sessions", session),
  },
  "/orders/checkout-session": {
    belongsTo: "account",
    make: (holder) => create(holder, "/checkout/sessions", session),
  },
  "/reservations": {
    belongsTo: "account",
    make: async ({ account, portfolioId }) => (await makeReservation(account, portfolioId)).id,
  },
  "/payment-links": {
    belongsTo: "account",
    make: async ({ account, portfolioId }) => (await makePaymentLink(account, portfolioId)).id,
  },
  "/subaccounts": {
    belongsTo: "account",
    make: (holder) => create(holder, "/subaccounts", { name: "Sub" }),
  },
  "/events": { belongsTo: "account", make: makeEvent },
  "/listeners": { belongsTo: "account", make: makeListener },
  "/webhook-endpoints": {
    belongsTo: "account",
    make: makeWebhookEndpoint,
  },
  "/portfolios": { belongsTo: "account", make: makePortfolio },
  "/retirements": { belongsTo: "account", make: makeRetirement },
  // Each account has a statement of each month.
  "/statements": { belongsTo: "everyone", make: async () => new Date().toISOString().slice(0, 7) },
  ...(isUsed("billing") && { "/invoices": { belongsTo: "account", make: makeInvoice } }),
  "/project-categories": { belongsTo: "mode", make: async (holder) => holder.categoryId },
  "/projects": { belongsTo: "mode", make: async (holder) => holder.projectId },
};

export const collectionPaths = Object.keys(collections);

/** @throws Error with a hint to add the resource here */
export function collectionOf(path: string): Collection {
  const collection = collections[path];
  if (collection) return collection;
  throw new Error(`There is no line for ${path} in testing/objects.ts: add one.`);
}

/**
 * Returns the collection of a path's id: "/orders" for "/orders/{id}/cancel"; null without an id.
 */
export function collectionPathOf(path: string): string | null {
  const end = path.indexOf("/{");
  return end === -1 ? null : path.slice(0, end);
}

/** Returns "portfolio_id" for "/portfolios", "project_category_id" for "/project-categories". */
function idFieldOf(collection: string): string {
  const name = collection.split("/").at(-1) ?? "";
  return `${name.replaceAll("-", "_").replace(/ies$/, "y").replace(/s$/, "")}_id`;
}

/** Returns the collection that an id field refers to: "/portfolios" for "default_portfolio_id". */
export function collectionPathOfField(field: string): string {
  const collection = collectionPaths.find((path) => `_${field}`.endsWith(`_${idFieldOf(path)}`));
  if (collection) return collection;
  throw new Error(`No collection matches the field ${field}: see testing/objects.ts.`);
}
