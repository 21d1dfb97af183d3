import { database } from "#core/db";
import { verifyProvider } from "#testing/payment-provider";
import { manualActions, transferCalls } from "./books";

verifyProvider("transfer", async () => ({
  calls: transferCalls(database(), "test", () => 7),
  source: { type: "none" },
  settle: (id) => manualActions.receive(database(), id, 1250),
  returnMoney: (id, refund) => manualActions.refund(database(), id, refund),
}));
