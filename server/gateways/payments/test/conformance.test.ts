import { database } from "#core/db";
import { verifyProvider } from "#testing/payment-provider";
import { testPayments } from "./payments";

const card = { expiryMonth: 12, expiryYear: 2040, cvc: "123" };

verifyProvider("test", async () => ({
  calls: testPayments(database()),
  source: { type: "card", number: "4242424242424242", ...card },
  settle: async () => undefined,
}));
