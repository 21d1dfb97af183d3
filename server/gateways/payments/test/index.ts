// The built-in test provider: no money moves. It takes the payments of test accounts.
import type { PaymentProvider } from "#payments/provider";
import { testPayments } from "./payments";
import { texts } from "./texts";

/** What takes time here takes seconds, where it takes days at another provider. */
const POLL_MS = 1000;

export const testProvider = {
  name: "test",
  label: "the test provider",
  method: "card",
  isStandIn: true,
  maxCents: Number.MAX_SAFE_INTEGER,
  processingPollMs: POLL_MS,
  booksDays: null,
  takes: (mode) => mode === "test",
  setupHint: () => null,
  calls(db, mode) {
    if (mode !== "test") throw new Error("the test provider takes no live payments");
    return testPayments(db);
  },
  checkout: () => ({ form: "card", scripts: [], outside: null, data: {}, texts }),
  probe: async () => [],
} as const satisfies PaymentProvider;
