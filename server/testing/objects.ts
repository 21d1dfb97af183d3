// What a path's id can name: for each collection of the API, how to make such an object.
import "#testing/live-payments";
import type { Account, Mode } from "#core/context";
import { database } from "#core/db";
import { call } from "#testing/api";
import { makeAccount, makeKey, makeStock } from "#testing/factories";

/** An account of one mode with a write key, and a catalogue of its mode to order from. */
export interface Holder {
  account: Account;
  counterpart: Account;
  token: string;
  portfolioId: string;
  categoryId: string;
  projectId: string;
}

async function holderOf(account: Account, counterpart: Account, token: string): Promise<Holder> {
  const { portfolioId, tag } = await makeStock({ mode: account.mode, apiCents: 20 });
  await database().prisma.account.update({
    where: { id: account.id },
    data: { defaultPortfolioId: portfolioId },
  });
  const ids = { portfolioId, categoryId: `cat_${tag}`, projectId: `prj_${tag}_a` };
  return { account, counterpart, token, ...ids };
}

/** A fresh account; orders that name no portfolio are filled from its own stock. */
export async function makeHolder(mode: Mode = "test"): Promise<Holder> {
  const { account, live, test, token } = await makeAccount("write", mode);
  return holderOf(account, mode === "test" ? live : test, token);
}

/** The same organisation in the other mode. */
export async function makeCounterpart({ account, counterpart }: Holder): Promise<Holder> {
  const { token } = await makeKey(counterpart);
  return holderOf(counterpart, account, token);
}

interface Collection {
  /** Who reaches its objects: the account that made them, all of its mode, or everyone. */
  belongsTo: "account" | "mode" | "everyone";
  /** A fresh object's id. */
  make(holder: Holder): Promise<string>;
}

async function create(holder: Holder, path: string, body: unknown): Promise<string> {
  const { status, text, json } = await call("POST", path, { key: holder.token, body });
  if (status !== 201) throw new Error(`POST ${path} was answered ${status}: ${text}`);
  return json.id;
}

const order = { amount_kg: 3, notification_config: { url: "https://93.184.215.14/hook" } };
const session = {
  amount_kg: 3,
  success_url: "https://shop.example/thanks",
  cancel_url: "https://shop.example/basket",
};

const hook = {
  url: "https://93.184.215.14/hook",
  event_types: ["order.fulfilled"],
};

/** An account may have a number of them, so that the older ones make way. */
async function makeWebhookEndpoint(holder: Holder): Promise<string> {
  const { webhookEndpoint } = database().prisma;
  const of = { where: { accountId: holder.account.id } };
  const old = await webhookEndpoint.findMany({ ...of, orderBy: { id: "desc" }, skip: 10 });
  await webhookEndpoint.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  return create(holder, "/webhook-endpoints", hook);
}

async function makeEvent(holder: Holder): Promise<string> {
  const id = await create(holder, "/orders", order);
  await call("POST", `/orders/${id}/cancel`, { key: holder.token });
  const { json } = await call("GET", "/events?limit=1", { key: holder.token });
  return json.data[0].id;
}

/** A portfolio that only the account may use. */
async function makePortfolio({ account }: Holder): Promise<string> {
  const { mode } = account;
  const { portfolioId: id } = await makeStock({ mode });
  const data = { accountId: account.id };
  await database().prisma.portfolio.update({ where: { mode_id: { mode, id } }, data });
  return id;
}

/** A new resource adds its line here; a new endpoint of a known one needs none. */
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
  "/subaccounts": {
    belongsTo: "account",
    make: (holder) => create(holder, "/subaccounts", { name: "Sub" }),
  },
  "/events": { belongsTo: "account", make: makeEvent },
  "/webhook-endpoints": {
    belongsTo: "account",
    make: makeWebhookEndpoint,
  },
  "/portfolios": { belongsTo: "account", make: makePortfolio },
  "/project-categories": { belongsTo: "mode", make: async (holder) => holder.categoryId },
  "/projects": { belongsTo: "mode", make: async (holder) => holder.projectId },
};

export const collectionPaths = Object.keys(collections);

/** @throws Error that says what to add for a resource that is new here */
export function collectionOf(path: string): Collection {
  const collection = collections[path];
  if (collection) return collection;
  throw new Error(`Nothing here makes an object of ${path}: add its line to testing/objects.ts.`);
}

/** The collection that a path's id is of: "/orders" for "/orders/{id}/cancel"; null without an id. */
export function collectionPathOf(path: string): string | null {
  const end = path.indexOf("/{");
  return end === -1 ? null : path.slice(0, end);
}

/** "portfolio_id" of "/portfolios", "project_category_id" of "/project-categories". */
function idFieldOf(collection: string): string {
  const name = collection.split("/").at(-1) ?? "";
  return `${name.replaceAll("-", "_").replace(/ies$/, "y").replace(/s$/, "")}_id`;
}

/** The collection that a body's field names an object of: "default_portfolio_id" is of portfolios. */
export function collectionPathOfField(field: string): string {
  const collection = collectionPaths.find((path) => `_${field}`.endsWith(`_${idFieldOf(path)}`));
  if (collection) return collection;
  throw new Error(`No collection has ids like the field ${field}: see testing/objects.ts.`);
}
