import { afterEach } from "vitest";
import { database } from "#core/db";
import { openReceiver, type Receiver } from "#testing/receiver";

/**
 * Returns a function that opens a receiver until the end of the test. Deliveries that are left then
 * are not sent in later tests.
 */
export function receiversOfTests(): typeof openReceiver {
  const receivers: Receiver[] = [];
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) receiver.close();
    const data = { state: "failed", nextAttemptAt: null };
    await database().prisma.delivery.updateMany({ where: { state: "pending" }, data });
  });
  return async (...args) => {
    const receiver = await openReceiver(...args);
    receivers.push(receiver);
    return receiver;
  };
}
