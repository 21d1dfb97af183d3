// Plays a recording of Stripe against the stand-in, and lists where the stand-in differs.
import type { FakeStripe } from "#testing/fake-stripe/server";
import type { Exchange, Json, Recording } from "./recording";

/** Fields that decide what we do. They must be the same; of others, only the type. */
const DECISIVE = new Set([
  ...["object", "status", "livemode", "currency", "type", "has_more", "metadata"],
  ...["amount", "amount_captured", "amount_received", "amount_refunded", "disputed", "paid"],
  ...["code", "decline_code", "param", "failure_reason", "pending_reason", "refunded"],
  ...["actionable", "fraud_type", "user_report", "open", "opened_reason", "closed_reason"],
]);
/** Stripe fills these some time after the response. */
const LATE = new Set(["balance_transaction", "fee", "net", "balance_transactions"]);

const ID = /^[a-z]+_\d+$/;

function kindOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

/** Compares one response after another; IDs of Stripe stand for those of the stand-in. */
class Comparison {
  readonly differences: string[] = [];
  readonly #ids = new Map<string, string>();

  /** Replaces the recording's IDs by those of the stand-in. */
  translate(text: string): string {
    return text.replace(/[a-z]+_\d+/g, (id) => this.#ids.get(id) ?? id);
  }

  #add(at: string, recorded: unknown, actual: unknown): void {
    const [stripe, standIn] = [JSON.stringify(recorded), JSON.stringify(actual)];
    this.differences.push(`${at} is ${stripe} at Stripe, and ${standIn ?? "missing"} here`);
  }

  same(at: string, recorded: Json, actual: Json): void {
    if (recorded !== actual) this.#add(at, recorded, actual);
  }

  #text(at: string, recorded: string, actual: string, isDecisive: boolean): void {
    if (ID.test(recorded)) {
      const known = this.#ids.get(recorded);
      const isOther = known === undefined && [...this.#ids.values()].includes(actual);
      if (isOther || (known !== undefined && known !== actual)) this.#add(at, recorded, actual);
      else this.#ids.set(recorded, actual);
    } else if (isDecisive) this.same(at, recorded, actual);
  }

  value(at: string, recorded: Json, actual: Json): void {
    const name =
      at
        .split(".")
        .at(-1)
        ?.replace(/\[\d+\]$/, "") ?? "";
    if (LATE.has(name)) return;
    if (kindOf(recorded) !== kindOf(actual)) this.#add(at, recorded, actual);
    else if (typeof recorded === "string" && typeof actual === "string")
      this.#text(at, recorded, actual, DECISIVE.has(name));
    else if (Array.isArray(recorded) && Array.isArray(actual)) this.#list(at, recorded, actual);
    else if (recorded !== null && typeof recorded === "object")
      this.#fields(at, recorded as never, actual as never);
    else if (DECISIVE.has(name)) this.same(at, recorded, actual);
  }

  #list(at: string, recorded: Json[], actual: Json[]): void {
    if (recorded.length !== actual.length)
      this.#add(`${at}.length`, recorded.length, actual.length);
    for (const [nth, one] of recorded.entries()) {
      const other = actual[nth];
      if (other !== undefined) this.value(`${at}[${nth}]`, one, other);
    }
  }

  /** The stand-in may lack fields that we never read, and must not have any that Stripe lacks. */
  #fields(at: string, recorded: Record<string, Json>, actual: Record<string, Json>): void {
    for (const [name, value] of Object.entries(actual)) {
      const other = recorded[name];
      if (other === undefined) this.#add(`${at}.${name}`, null, value);
      else this.value(`${at}.${name}`, other, value);
    }
    for (const [name, value] of Object.entries(recorded)) {
      if (actual[name] === undefined && DECISIVE.has(name))
        this.#add(`${at}.${name}`, value, undefined);
    }
  }
}

async function send(fake: FakeStripe, exchange: Exchange, comparison: Comparison) {
  const { method, idempotencyKey } = exchange;
  const translated = (text: string) => comparison.translate(text);
  const form = new URLSearchParams(
    exchange.form.map(([name, value]) => [name, translated(value)]),
  ).toString();
  const url = new URL(translated(exchange.path), fake.url);
  if (method !== "POST") url.search = form;
  return fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${fake.settings.secretKey}`,
      "content-type": "application/x-www-form-urlencoded",
      ...(idempotencyKey !== null && { "idempotency-key": translated(idempotencyKey) }),
    },
    ...(method === "POST" && { body: form }),
  });
}

/** Returns where the stand-in differs from the recording. */
export async function replay(fake: FakeStripe, recording: Recording): Promise<string[]> {
  const comparison = new Comparison();
  for (const [nth, exchange] of recording.exchanges.entries()) {
    const at = `${recording.scenario} ${nth + 1}, ${exchange.method} ${exchange.path}`;
    const response = await send(fake, exchange, comparison);
    const isReplayed = response.headers.get("idempotent-replayed") === "true";
    comparison.same(`${at}: status`, exchange.status, response.status);
    comparison.same(`${at}: idempotent-replayed`, exchange.isReplayed, isReplayed);
    comparison.value(`${at}: body`, exchange.body, (await response.json()) as Json);
  }
  return comparison.differences;
}
