// An account of the fake Stripe: faults, and the responses stored for idempotency keys.
import { setTimeout as sleep } from "node:timers/promises";
import { FakeBooks } from "./books";
import { type Call, type Operation, operationOf, performCall } from "./calls";
import { FakeRefusal, refusalWithoutCode } from "./errors";

/**
 * A fault of the next request, or the next of a kind. Like at Stripe, a 500 is stored under the
 * idempotency key, but 429 and 503 are not. Hangs up before or after performing the request.
 */
export type Fault = { on?: Operation } & (
  | { status: number }
  | { delayMs: number }
  | { until: Promise<unknown> }
  | { hangUp: "before" | "after" }
);

export interface FakeResponse {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** The response stored for an idempotency key; null while it is in progress. */
interface StoredResponse {
  request: string;
  response: FakeResponse | null;
}

export function failed({ status, error }: FakeRefusal): FakeResponse {
  return { status, body: { error } };
}

function serverError(status: number): FakeResponse {
  const type = status === 429 ? "invalid_request_error" : "api_error";
  const code = status === 429 ? { code: "rate_limit" } : {};
  const response = failed(
    new FakeRefusal(status, { type, ...code, message: "Something went wrong." }),
  );
  // After a 500, Stripe repeats it for this key and advises against retries.
  return status === 500 ? { ...response, headers: { "stripe-should-retry": "false" } } : response;
}

const keyInUse = new FakeRefusal(409, {
  type: "idempotency_error",
  code: "idempotency_key_in_use",
  message: "There is currently another in-progress request using this Idempotent Key.",
});
const otherRequest = new FakeRefusal(400, {
  type: "idempotency_error",
  message: "Keys for idempotent requests can only be used with the same parameters.",
});

/** Handles calls like Stripe: idempotency keys are shared by the whole account. */
export function openAccount() {
  const books = new FakeBooks();
  const stored = new Map<string, StoredResponse>();
  const faults: Fault[] = [];

  function nextFault(operation: Operation | null): Fault | undefined {
    const at = faults.findIndex(({ on }) => on === undefined || on === operation);
    return at === -1 ? undefined : faults.splice(at, 1)[0];
  }

  async function perform(call: Call, fault: Fault | undefined): Promise<[FakeResponse, boolean]> {
    if (fault && "delayMs" in fault) await sleep(fault.delayMs);
    if (fault && "until" in fault) await fault.until;
    if (fault && "status" in fault) return [serverError(fault.status), fault.status === 500];
    try {
      return [{ status: 200, body: performCall(books, call) }, true];
    } catch (error) {
      if (error instanceof FakeRefusal) return [failed(error), error.isStored];
      throw error;
    }
  }

  /** Returns null to hang up. */
  async function handle(call: Call, key: string | undefined): Promise<FakeResponse | null> {
    const fault = nextFault(operationOf(call));
    const hangUp = fault && "hangUp" in fault ? fault.hangUp : null;
    if (hangUp === "before") return null;
    if (call.method !== "POST" || key === undefined) return (await perform(call, fault))[0];
    if (key.length > 255)
      return failed(refusalWithoutCode("The key is too long.", "idempotency_key"));
    const request = `${call.path}?${call.form}`;
    const before = stored.get(key);
    if (before && before.request !== request) return failed(otherRequest);
    if (before && !before.response) return failed(keyInUse);
    if (before?.response) {
      const headers = { ...before.response.headers, "idempotent-replayed": "true" };
      return hangUp ? null : { ...before.response, headers };
    }
    const entry: StoredResponse = { request, response: null };
    stored.set(key, entry);
    const [response, isStored] = await perform(call, fault);
    if (isStored) entry.response = response;
    else stored.delete(key);
    return hangUp === "after" ? null : response;
  }

  return { books, faults, handle, forgetKeys: () => stored.clear() };
}

export type FakeAccount = ReturnType<typeof openAccount>;
