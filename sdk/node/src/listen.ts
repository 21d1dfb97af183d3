// Forwards the events of a test account to a receiver on this machine, from any installation.
import { ApiError, ConnectionError } from "./errors.js";
import { type Forwarded, forward, type Result, typeOf } from "./forward.js";
import { CarbonTill } from "./generated/client.js";
import type { CreateListener } from "./generated/schemas.js";
import { sleep } from "./retries.js";

type EventTypes = NonNullable<CreateListener["event_types"]>;

/** The server may be starting, as in CI. */
const START_RETRIES = 12;
const RETRY_MS = 1000;

export interface ListenOptions {
  baseUrl: string;
  apiKey: string;
  forwardTo: string;
  /** Default: all types that the installation has. */
  eventTypes?: readonly string[];
  onForwarded?: (forwarded: Forwarded) => void;
  /** Called when the listener is ready, and again if it was deleted and has a new secret. */
  onSecret?: (secret: string) => void;
  /** Called while the installation does not respond, once per failed request. */
  onDisconnected?: (reason: string) => void;
}

export interface Listener {
  /** Rejects if the installation refuses the listener. */
  readonly ended: Promise<void>;
  /** Ends the listener and deletes its webhook endpoint. */
  stop(): Promise<void>;
}

/** A failure to explain to the user, without a stack. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

async function create(till: CarbonTill, { forwardTo, eventTypes, onSecret }: ListenOptions) {
  // The installation may know types that this version does not.
  const types = eventTypes && { event_types: [...eventTypes] as EventTypes };
  const listener = await till.createListener({ forward_to: forwardTo, ...types });
  const { id } = listener;
  // Null after a lost response, because a repeated request does not get the secret again.
  const { secret } = listener.secret
    ? listener
    : await till.rotateEndpointSecret(id, { overlap_hours: 0 });
  if (secret === null) throw new ListenError("The secret was not received. Start again.");
  onSecret?.(secret);
  return id;
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;
const isPassing = (error: unknown) =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/** Polls until `signal` aborts. Reports each result with the next poll, or soon after. */
class Loop {
  #id: string;
  #results: Result[] = [];
  #wake: () => void = () => undefined;
  readonly #till: CarbonTill;
  readonly #options: ListenOptions;

  constructor(till: CarbonTill, options: ListenOptions, id: string) {
    this.#till = till;
    this.#options = options;
    this.#id = id;
  }

  get id(): string {
    return this.#id;
  }

  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.#wake());
    while (!signal.aborted) {
      const pauseMs = await this.#poll().catch((error: unknown) => this.#recover(error));
      if (signal.aborted) return;
      if (this.#results.length === 0) await this.#pause(pauseMs);
    }
  }

  /** Ends early when there is a result to report. */
  async #pause(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([sleep(ms), woken]);
  }

  async #poll(): Promise<number> {
    const results = this.#results.splice(0, 100);
    try {
      const { data, poll_after_ms } = await this.#till.pollListener(
        this.#id,
        { results },
        { maxRetries: 0 },
      );
      for (const delivery of data) void this.#forward(delivery);
      return poll_after_ms;
    } catch (error) {
      // Results that were recorded already are ignored.
      this.#results.unshift(...results);
      throw error;
    }
  }

  async #forward(delivery: Parameters<typeof forward>[0]): Promise<void> {
    const result = await forward(delivery, this.#options.forwardTo);
    this.#results.push(result);
    this.#wake();
    this.#options.onForwarded?.({
      id: delivery.event_id,
      type: typeOf(delivery),
      status: result.response_status,
      durationMs: result.duration_ms,
    });
  }

  /** @throws the error if it will not pass */
  async #recover(error: unknown): Promise<number> {
    if (isGone(error)) {
      this.#results = [];
      this.#id = await create(this.#till, this.#options);
      return 0;
    }
    if (!isPassing(error)) throw error;
    this.#options.onDisconnected?.(error instanceof Error ? error.message : String(error));
    await sleep(RETRY_MS);
    return 0;
  }
}

/**
 * Creates a listener, polls its events, and forwards them. Needs no address that the installation
 * could reach.
 * @throws ListenError without a test key; ApiError; ConnectionError
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { baseUrl, apiKey } = options;
  if (!apiKey.startsWith("ct_test_")) throw new ListenError("Use a test key: ct_test_…");
  const till = new CarbonTill({ baseUrl, apiKey, maxRetries: START_RETRIES });
  const loop = new Loop(till, options, await create(till, options));
  const end = new AbortController();
  const ended = loop.run(end.signal);
  ended.catch(() => undefined);
  const stop = async () => {
    end.abort();
    await ended.catch(() => undefined);
    await till.deleteWebhookEndpoint(loop.id, { maxRetries: 2 });
  };
  return { ended, stop };
}
