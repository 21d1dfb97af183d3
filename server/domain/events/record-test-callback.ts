// Notes that somebody tried out a receiver of callbacks.
import type { AccountContext } from "#core/context";
import { recordAudit } from "#core/record-audit";
import type { TestCallback } from "./resource";

/** Adds what `sendTestCallback` did to the audit log; the sending itself is in no transaction. */
export async function recordTestCallback(
  ctx: AccountContext,
  sent: TestCallback,
): Promise<TestCallback> {
  const data = { host: new URL(sent.url).host, response_status: sent.responseStatus };
  await recordAudit(ctx, { action: "test_callback.sent", subjectId: sent.id, data });
  return sent;
}
