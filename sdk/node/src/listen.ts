// Forwards the events of a test account to a receiver on this machine.
import { ApiError } from "./errors.js";
import { type Forwarded, startReceiver } from "./forward.js";
import { CarbonTill } from "./generated/client.js";
import type { WriteWebhookEndpoint } from "./generated/schemas.js";

type EventTypes = WriteWebhookEndpoint["event_types"];

/** The server may be starting, as in CI. */
const START_RETRIES = 12;

export interface ListenOptions {
  baseUrl: string;
  apiKey: string;
  forwardTo: string;
  /** Default: all types that the installation has. */
  eventTypes?: readonly string[];
  onForwarded?: (forwarded: Forwarded) => void;
}

export interface Listener {
  /** Signs the events, `whsec_…`. */
  secret: string;
  /** Ends the listener and deletes its webhook endpoint. */
  stop(): Promise<void>;
}

/** A failure to explain to the user, without a stack. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

async function eventTypesOf(till: CarbonTill): Promise<string[]> {
  const { webhooks } = await till.getOpenapiDocument();
  return Object.keys((webhooks ?? {}) as object);
}

/** Deletes what a killed listener for the same receiver has left. */
async function deleteFormer(till: CarbonTill, description: string): Promise<void> {
  for await (const endpoint of till.listWebhookEndpoints({ limit: 100 })) {
    if (endpoint.description === description) await till.deleteWebhookEndpoint(endpoint.id);
  }
}

/** Sends a test event, and returns true if it arrives here. */
async function isReached(till: CarbonTill, id: string, arrived: ReadonlySet<string>) {
  const test = await till.sendEndpointTest(id, {});
  return arrived.has(test.id);
}

async function createEndpoint(till: CarbonTill, body: WriteWebhookEndpoint) {
  try {
    return await till.createWebhookEndpoint(body);
  } catch (error) {
    const isUrl = error instanceof ApiError && error.errors["url"] !== undefined;
    if (!isUrl) throw error;
    throw new ListenError("This installation does not call receivers on localhost.");
  }
}

/**
 * Creates a webhook endpoint that leads here, and forwards what arrives. The installation must run
 * on this machine.
 * @throws ListenError if it cannot
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { baseUrl, apiKey, forwardTo, onForwarded = () => undefined } = options;
  if (!apiKey.startsWith("ct_test_")) throw new ListenError("Use a test key: ct_test_…");
  const till = new CarbonTill({ baseUrl, apiKey, maxRetries: START_RETRIES });
  const types = options.eventTypes ?? (await eventTypesOf(till));
  const arrived = new Set<string>();
  const receiver = await startReceiver({ forwardTo, onForwarded, onTest: (id) => arrived.add(id) });
  try {
    const description = `Listener for ${forwardTo}`;
    await deleteFormer(till, description);
    const url = `http://127.0.0.1:${receiver.port}/`;
    // The installation may know types that this version does not.
    const body = { url, event_types: types as EventTypes, description };
    const { id, secret } = await createEndpoint(till, body);
    const stop = async () => {
      await till.deleteWebhookEndpoint(id);
      receiver.close();
    };
    if (await isReached(till, id, arrived)) return { secret, stop };
    await stop();
    throw new ListenError(
      "The installation cannot reach this machine: it must run here, and not in a container.",
    );
  } catch (error) {
    receiver.close();
    throw error;
  }
}
