// Provokes each problem that an operation can return.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { database } from "#core/db";
import type { ProblemCode } from "#core/errors";
import { suspendAccount } from "#domain/accounts";
import { rotateWebhookSecret } from "#domain/events";
import { type ApiResponse, call, publishedContract } from "#testing/api";
import { billAccount } from "#testing/billing";
import type { Callers } from "#testing/endpoints/callers";
import type { Case } from "#testing/endpoints/cases";
import { whileFailing } from "#testing/endpoints/failing-endpoint";
import { makeValidRequest, type ValidRequest } from "#testing/endpoints/valid-request";
import { contextOf, makeAccount, makeKey, matchAll } from "#testing/factories";
import { collectionOf, type Holder, makeHolder } from "#testing/objects";
import { makePaymentLink } from "#testing/offers";

type Sent = Partial<ValidRequest> & { key?: string | null };

/** Key of a request that has ended. */
const USED = "used";
const MAX_ENDPOINTS = 60;
const TRIES = 500;

/** Accounts and keys whose requests fail. */
interface Refused {
  suspended: Holder;
  /** Without a balance. */
  billed: Holder;
  /** May spend one cent. */
  limitedKey: string;
  liveKey: string;
  archivedSubaccount: string;
}

async function makeRefused({ own }: Callers["holders"]): Promise<Refused> {
  const [suspended, billed] = [await makeHolder(), await makeHolder()];
  await database().transaction((db) =>
    suspendAccount({ ...contextOf(suspended.account), db }, { reason: "Invoices are overdue" }),
  );
  await billAccount(billed.account, { terms: "prepaid" });
  const { token: limitedKey } = await makeKey(own.account, "write", 1);
  const { token: liveKey } = await makeAccount("write", "live");
  const archivedSubaccount = await collectionOf("/subaccounts").make(own);
  const body = { name: "Shop", archived: true };
  await call("PUT", `/subaccounts/${archivedSubaccount}`, { key: own.token, body });
  await call("POST", "/orders", { key: own.token, body: { amount_kg: 1 }, ...withKey(USED) });
  return { suspended, billed, limitedKey, liveKey, archivedSubaccount };
}

/** Sends requests that fail. */
export class Provoker {
  readonly #callers: Callers;
  readonly #refused: Refused;
  /** Has what conflicts leave behind. */
  readonly #holder: Holder;

  private constructor(callers: Callers, refused: Refused, holder: Holder) {
    [this.#callers, this.#refused, this.#holder] = [callers, refused, holder];
  }

  static async open(callers: Callers): Promise<Provoker> {
    return new Provoker(callers, await makeRefused(callers.holders), await makeHolder());
  }

  send({ endpoint }: Case, { path, key = this.#holder.token, ...options }: Sent = {}) {
    return call(endpoint.method, path ?? pathOf(endpoint), { key, ...options });
  }

  /** Sends a valid request with changes. */
  async sendValid(
    one: Case,
    change: (request: ValidRequest) => Sent | Promise<Sent>,
  ): Promise<ApiResponse> {
    const { document } = await publishedContract();
    const own = { holder: this.#holder, pictureUrl: this.#callers.pictureUrl };
    const request = await makeValidRequest({ document, operation: one.operation, ...own });
    const changed = await change(request);
    const headers = { ...request.headers, ...changed.headers };
    return this.send(one, { ...request, ...changed, headers });
  }

  /**
   * Provokes a problem with a change of a valid request. Only a conflict changes anything. Returns
   * undefined for problems that it cannot provoke.
   */
  async provoke(
    one: Case,
    code: ProblemCode,
    request: ValidRequest,
  ): Promise<ApiResponse | undefined> {
    if (code === "conflict") return this.#conflicts[one.operation.operationId]?.(one);
    if (code === "internal") return whileFailing(one, () => this.#change(one, request));
    const changed = this.#changes[code]?.(one, request);
    return changed && this.#change(one, request, changed);
  }

  #change(one: Case, request: ValidRequest, changed: Sent = {}): Promise<ApiResponse> {
    const headers = { ...request.headers, ...changed.headers };
    return this.send(one, {
      key: this.#callers.holders.own.token,
      ...request,
      ...changed,
      headers,
    });
  }

  /** Problems that any operation can have, whatever it does. */
  readonly #changes: Partial<Record<ProblemCode, (one: Case, request: ValidRequest) => Sent>> = {
    unauthorized: () => ({ key: null }),
    // A read is forbidden if only test accounts have what it returns.
    forbidden: ({ endpoint }) => {
      const { readKey } = this.#callers;
      return { key: endpoint.access === "write" ? readKey : this.#refused.liveKey };
    },
    "account-suspended": () => ({ key: this.#refused.suspended.token }),
    "invalid-parameters": (one) => invalid(one),
    "payload-too-large": ({ endpoint: { upload } }) => ({
      raw: new Uint8Array((upload?.maxBytes ?? 1024 * 1024) + 1),
    }),
    "unsupported-media-type": () => ({
      raw: new TextEncoder().encode("<a/>"),
      headers: { "content-type": "text/xml" },
    }),
    "idempotency-key-too-long": () => withKey("x".repeat(513)),
    "idempotency-changed-payload": () => withKey(USED),
    "invalid-subaccount": (one, { path, body }) => this.#forNobody(one, { path, body }),
    "not-found": (one) => ({ path: pathOf(one.endpoint) }),
    "payment-required": () => ({ key: this.#refused.billed.token }),
    "spending-limit-exceeded": () => ({ key: this.#refused.limitedKey }),
    "insufficient-stock": (_one, { body }) => ({
      body: { ...(body as object), amount_kg: 10 ** 9 },
    }),
  };

  #forNobody({ endpoint }: Case, { path, body }: ValidRequest): Sent {
    // Payment links name an unknown one among the fields.
    const isLink = endpoint.path.startsWith("/payment-links");
    const nobody = isLink ? this.#refused.archivedSubaccount : "sub_nowhere";
    if (endpoint.subaccount) return { headers: { "x-subaccount-id": nobody } };
    if (endpoint.method === "GET") return { path: `${path}?subaccount_id=${nobody}` };
    return { body: { ...(body as object), subaccount_id: nobody } };
  }

  /** A conflict for each operation, by its ID. */
  readonly #conflicts: Record<string, (one: Case) => Promise<ApiResponse>> = {
    placeOrder: async (one) =>
      this.send(one, { body: { reservation_id: await this.#endedReservation("api") } }),
    createCheckoutSession: (one) => this.#reserveAgain(one),
    createOrderCheckoutSession: (one) => this.#reserveAgain(one),
    cancelOrder: async (one) => {
      const path = `/orders/${await this.#make("/orders")}/cancel`;
      await matchAll();
      return this.send(one, { path });
    },
    expireCheckoutSession: (one) => this.#twice(one),
    createRefund: (one) =>
      this.sendValid(one, async () => ({
        path: `/checkout/sessions/${await this.#make("/checkout/sessions")}/refunds`,
      })),
    releaseReservation: (one) => this.#twice(one),
    createPaymentLink: (one) => this.#twice(one),
    createSubaccount: (one) => this.#twice(one, { name: "Shop", reference: randomUUID() }),
    updateSubaccount: async (one) => {
      const body = { name: "Shop", reference: randomUUID() };
      await this.#post("/subaccounts", body);
      return this.sendValid(one, () => ({ body }));
    },
    deleteSubaccount: async (one) => {
      const id = await this.#make("/subaccounts");
      await makePaymentLink(this.#holder.account, this.#holder.portfolioId, id);
      return this.send(one, { path: `/subaccounts/${id}` });
    },
    redeliverEvent: async (one) => {
      // Its order has no callback URL.
      const { id } = (await this.#post("/orders", { amount_kg: 1 })).json;
      await this.#post(`/orders/${id}/cancel`);
      const key = this.#holder.token;
      const { json } = await call("GET", `/events?order_id=${id}`, { key });
      return this.send(one, { path: `/events/${json.data[0].id}/redeliver` });
    },
    rotateWebhookSecret: (one) => this.#rotateMeanwhile(one),
    createWebhookEndpoint: (one) => this.#untilRefused(one),
    createListener: (one) => this.#untilRefused(one),
    updateWebhookEndpoint: (one) =>
      this.sendValid(one, async () => ({
        path: `/webhook-endpoints/${await this.#make("/listeners")}`,
      })),
    sendEndpointTest: (one) =>
      this.sendValid(one, async () => ({
        path: `/webhook-endpoints/${await this.#make("/listeners")}/test`,
      })),
    redeliverToEndpoint: (one) =>
      this.sendValid(one, async ({ path }) => {
        const [, , id] = path.split("/");
        await database().prisma.webhookEndpoint.updateMany({
          where: { id: id ?? "" },
          data: { isEnabled: false },
        });
        return {};
      }),
  };

  #post(path: string, body?: unknown): Promise<ApiResponse> {
    return call("POST", path, { key: this.#holder.token, body });
  }

  #make(collection: string): Promise<string> {
    return collectionOf(collection).make(this.#holder);
  }

  /** Creates objects until the account has as many as it may. */
  async #untilRefused(one: Case): Promise<ApiResponse> {
    for (let count = 0; count < MAX_ENDPOINTS; count += 1) {
      const response = await this.sendValid(one, () => ({}));
      if (response.status !== 201) return response;
    }
    return this.sendValid(one, () => ({}));
  }

  async #endedReservation(channel: string): Promise<string> {
    const { json } = await this.#post("/reservations", { amount_kg: 3, channel });
    await this.#post(`/reservations/${json.id}/release`);
    return json.id;
  }

  async #reserveAgain(one: Case): Promise<ApiResponse> {
    const reservation_id = await this.#endedReservation("checkout");
    const urls = { success_url: "https://shop.example/a", cancel_url: "https://shop.example/b" };
    return this.send(one, { body: { ...urls, reservation_id } });
  }

  /** Sends the same request twice, without a key. */
  async #twice(one: Case, body?: object): Promise<ApiResponse> {
    let repeat: ValidRequest | undefined;
    await this.sendValid(one, (request) => {
      repeat = { ...request, ...(body && { body }) };
      return repeat;
    });
    return this.send(one, repeat);
  }

  /** Rotates the secret while another rotation, which started first, is not committed yet. */
  async #rotateMeanwhile(one: Case): Promise<ApiResponse> {
    let sent: Promise<ApiResponse> | undefined;
    await database().transaction(async (db) => {
      await rotateWebhookSecret({ ...contextOf(this.#holder.account), db }, { overlap_hours: 24 });
      sent ??= this.send(one, { body: { overlap_hours: 24 } });
      await untilBlocked();
    });
    if (!sent) throw new Error("no request was sent");
    return sent;
  }
}

/** Waits until a request waits for a lock. */
async function untilBlocked(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rowCount) return;
      await wait(20);
    }
    throw new Error("no request waits for a lock");
  } finally {
    await client.end();
  }
}

const withKey = (key: string) => ({ headers: { "idempotency-key": key } });

function pathOf({ path }: Case["endpoint"]): string {
  return path.replace("{id}", "nowhere");
}

function invalid({ endpoint }: Case): Sent {
  const { method, body, upload, isUnkeyed } = endpoint;
  if (method === "GET") return { path: `${pathOf(endpoint)}?color=red` };
  if (body) return { body: { color: "red" } };
  if (isUnkeyed) return { raw: new TextEncoder().encode("{") };
  return upload ? { raw: new Uint8Array([1]) } : withKey(" ");
}
