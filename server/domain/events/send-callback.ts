// Sends one callback: signed, to a public address, in one request; and tells how it went.
import type { Context } from "#core/context";
import { FetchRefused, guardedFetch } from "#gateways/fetch";
import { KEPT_BODY_BYTES, keptText } from "./delivery-rules";
import { signCallback } from "./sign-callback";
import type { Attempt } from "./store";

interface Callback {
  id: string;
  url: string;
  body: string;
  secrets: readonly string[];
  timeoutMs: number;
}

function isStale(error: unknown): boolean {
  if (!(error instanceof FetchRefused) || error.reason !== "connection") return false;
  return /\((ECONNRESET|EPIPE|UND_ERR_SOCKET)\)/.test(error.message);
}

/** One attempt, as of the context's now. It never throws for what the receiver is or does. */
export async function sendCallback(
  ctx: Pick<Context, "now" | "log">,
  { id, url, body, secrets, timeoutMs }: Callback,
): Promise<Attempt> {
  const startedAt = performance.now();
  const passedMs = () => Math.round(performance.now() - startedAt);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Carbon-Till",
    ...signCallback({ id, attemptedAt: ctx.now, body, secrets }),
  };
  const send = () =>
    guardedFetch({
      url,
      method: "POST",
      headers,
      body,
      maxBytes: KEPT_BODY_BYTES,
      tooLarge: "cut",
      timeoutMs: timeoutMs - passedMs(),
      redirects: "refuse",
    });
  const answer = await send()
    .catch((error: unknown) => {
      // A kept connection that the receiver was just closing tells nothing of the receiver.
      if (!isStale(error)) throw error;
      return send();
    })
    .then(({ status, bytes }) => ({
      responseStatus: status,
      responseBody: keptText(bytes),
      error: null,
    }))
    .catch((error: unknown) => {
      const isRefused = error instanceof FetchRefused;
      if (!isRefused) ctx.log.error({ err: error, event: id }, "not sent");
      const told = isRefused ? error.message : "it could not be sent";
      return { responseStatus: null, responseBody: null, error: told };
    });
  return { ...answer, attemptedAt: ctx.now, durationMs: passedMs() };
}
