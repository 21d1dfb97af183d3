import { database } from "#core/db";
import { verifyProvider } from "#testing/payment-provider";
import { byHand, transferCalls } from "./books";

verifyProvider("transfer", async () => ({
  calls: transferCalls(database(), "test", () => 7),
  source: { type: "none" },
  settle: (id) => byHand.receive(database(), id, 1250),
  returnMoney: (id) => Promise.all([byHand.refund(database(), id), byHand.refund(database(), id)]),
}));
