// Recorded exchanges with Stripe, and a proxy that records them without secrets.
import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";

/** The folder of recordings. */
export const RECORDINGS = "server/testing/stripe-recordings";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A request and its response. IDs are numbered, such as `pi_1`. */
export interface Exchange {
  method: string;
  path: string;
  /** Parameters of the query or body. */
  form: [name: string, value: string][];
  idempotencyKey: string | null;
  status: number;
  /** Returns a stored response for the idempotency key. */
  isReplayed: boolean;
  body: Json;
}

export interface Recording {
  scenario: string;
  /** Version of Stripe's API. */
  apiVersion: string;
  /** "2026-11-23". */
  recordedOn: string;
  exchanges: Exchange[];
}

/** IDs of Stripe: a prefix, and letters with at least one digit. */
const STRIPE_ID = /\b([a-z]+)_(?:(?:test|live)_)?(?=[A-Za-z]*\d)[A-Za-z0-9]{12,}(_secret_\w+)?/g;
/** Fields whose value may identify a card, a person or an account. */
const PRIVATE =
  /^(client_secret|email|fingerprint|ip|name|phone|receipt_\w+|request_log_url|url|user_agent|.*descriptor|.*network_transaction_id|authorization_code)$/;

/** Replaces IDs by numbered ones, and private values by "redacted". */
class Redaction {
  readonly #numbered = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  text(given: string): string {
    return given.replace(STRIPE_ID, (id, prefix: string) => {
      if (prefix === "sk" || prefix === "rk") return "redacted";
      const known = this.#numbered.get(id);
      if (known) return known;
      const count = (this.#counts.get(prefix) ?? 0) + 1;
      this.#counts.set(prefix, count);
      this.#numbered.set(id, `${prefix}_${count}`);
      return `${prefix}_${count}`;
    });
  }

  value(given: Json, name = ""): Json {
    if (typeof given === "string") return PRIVATE.test(name) ? "redacted" : this.text(given);
    if (Array.isArray(given)) return given.map((one) => this.value(one, name));
    if (given === null || typeof given !== "object") return given;
    const fields = Object.entries(given).map(([key, one]) => [key, this.value(one, key)]);
    return Object.fromEntries(fields) as Json;
  }
}

const FORWARDED = [
  ...["authorization", "content-type", "idempotency-key", "stripe-version", "user-agent"],
];

/** Passes requests on to Stripe or its stand-in, and records each with its response. */
export async function startRecorder(upstream: string) {
  const redaction = new Redaction();
  const exchanges: Exchange[] = [];

  async function forward(req: http.IncomingMessage) {
    const { method = "GET", url = "/", headers } = req;
    const body = await text(req);
    const sent = FORWARDED.flatMap((name) => (headers[name] ? [[name, `${headers[name]}`]] : []));
    const response = await fetch(new URL(url, upstream), {
      method,
      headers: Object.fromEntries(sent),
      ...(method === "POST" && { body }),
      redirect: "error",
    });
    const [path = "", query = ""] = url.split("?");
    const key = headers["idempotency-key"];
    const received = await response.text();
    exchanges.push({
      method,
      path: redaction.text(path),
      form: [...new URLSearchParams(method === "POST" ? body : query)].map(([name, value]) => [
        name,
        redaction.text(value),
      ]),
      idempotencyKey: key === undefined ? null : redaction.text(`${key}`),
      status: response.status,
      isReplayed: response.headers.get("idempotent-replayed") === "true",
      body: redaction.value(JSON.parse(received) as Json),
    });
    return { response, received };
  }

  const server = http.createServer(async (req, res) => {
    const result = await forward(req).catch(() => null);
    if (!result) return void req.socket.destroy();
    const { response, received } = result;
    const passed = ["content-type", "request-id", "idempotent-replayed", "stripe-should-retry"];
    const headers = passed.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    res.writeHead(response.status, Object.fromEntries(headers)).end(received);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
