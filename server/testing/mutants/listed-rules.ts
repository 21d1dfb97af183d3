// The reviewed list of mutants of rules that change nothing, each with the reason.
import type { Equivalent } from "./equivalents";

export const listed: readonly Equivalent[] = [
  {
    file: "server/domain/orders/history-rules.ts",
    line: "const starts = [lastDays(now)[0] ?? now, lastMonths(now)[0] ?? now];",
    from: "lastDays(now)[0] ?? now",
    to: "lastDays(now)[0] && now",
    reason: "Twelve months reach back further than thirty days: the days never decide.",
  },
  {
    file: "server/domain/orders/missing-rules.ts",
    line: "const needs = [...needsOf(demands, split)].sort(([one], [other]) => (one < other ? -1 : 1));",
    from: "one < other",
    to: "one <= other",
    reason: "The ids are a map's keys: no two are the same.",
  },
  ...["fulfilled", "cancelled"].map((state) => ({
    file: "server/domain/orders/rules.ts",
    line: `${state}: [],`,
    from: "[]",
    to: '["Stryker was here"]',
    reason: "No state has that name, so no order can become it.",
  })),
  {
    file: "server/domain/checkout/mail-rules.ts",
    line: "return pausedMs < GIVE_UP_MS ? pauseMs(attempt) : null;",
    from: "pausedMs < GIVE_UP_MS",
    to: "pausedMs <= GIVE_UP_MS",
    reason: "The pauses never come to exactly three days: 30,690 s, then six hours each.",
  },
  {
    file: "server/domain/certificates/rosette-rules.ts",
    line: "const at = (index: number) => points[(index + count) % count] ?? { x: 0, y: 0 };",
    from: "{ x: 0, y: 0 }",
    to: "{}",
    reason: "The remainder is always the index of a point.",
  },
  {
    file: "server/domain/certificates/rules.ts",
    line: 'const rest = url.replace(/^https?:\\/\\/[^/?#]*/i, "");',
    from: "/^https?:\\/\\/[^/?#]*/i",
    to: "/https?:\\/\\/[^/?#]*/i",
    reason: "The URL was seen to begin with its scheme, and only the first match is replaced.",
  },
  {
    file: "server/domain/inventory/withdrawal-rules.ts",
    line: "const spans: Span[] = [];",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "A text has no first and last serial: the filter at the end leaves it out.",
  },
  {
    file: "server/domain/inventory/withdrawal-rules.ts",
    line: "if (!isNumbered(range)) return [];",
    from: "!isNumbered(range)",
    to: "false",
    reason:
      "A name has no first and last serial, so all its spans are empty; the types ask for it.",
  },
  ...[
    { from: "!reached", to: "false" },
    {
      from: 'throw new Error("every activity has a default emission factor");',
      to: ";",
    },
  ].map((change) => ({
    file: "server/domain/pricing/factor-rules.ts",
    line: 'if (!reached) throw new Error("every activity has a default emission factor");',
    ...change,
    reason: "Every activity has a default from 0 km on, as a test holds; the types can't say so.",
  })),
  {
    file: "server/domain/pricing/factor-rules.ts",
    line: "return exponent < 0 ? (digits + power - 1n) / power : digits * power;",
    from: "exponent < 0",
    to: "exponent <= 0",
    reason: "Ten to the power of 0 is 1, with which both branches give the digits.",
  },
];
