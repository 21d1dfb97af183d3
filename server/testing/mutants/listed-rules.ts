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
  ...[
    { from: "[]", to: '["Stryker was here"]' },
    { from: "first === undefined", to: "false" },
  ].map((change) => ({
    file: "server/domain/inventory/serial-rules.ts",
    line: "others.flatMap((other) => (first === undefined ? [] : [[first, other] as const])),",
    ...change,
    reason: "A group has at least one entry; the types can't say so.",
  })),
  {
    file: "server/domain/inventory/serial-rules.ts",
    line: 'if (one.range.kind !== "opaque") return [];',
    from: 'one.range.kind !== "opaque"',
    to: "false",
    reason: "It saves comparisons: a pair that is found from both sides is left out at the end.",
  },
  {
    file: "server/domain/inventory/serial-rules.ts",
    line: "return isNumbered(range) ? [{ entry, ...range }] : [];",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "A text has no first and no last serial, so that it makes no pair.",
  },
  {
    file: "server/domain/inventory/serial-rules.ts",
    line: "if (reaching === undefined) break;",
    from: "reaching === undefined",
    to: "false",
    reason: "A group has at least one entry; the types can't say so.",
  },
  {
    file: "server/domain/inventory/serial-rules.ts",
    line: "if (next.last > reaching.last) reaching = next;",
    from: "next.last > reaching.last",
    to: "next.last >= reaching.last",
    reason: "Of two entries that reach equally far, either finds what starts before their end.",
  },
  {
    file: "server/domain/inventory/changes-rules.ts",
    line: "const changed = after.filter(({ id, mark }) => old.has(id) && old.get(id)?.mark !== mark);",
    from: "old.get(id)?.mark",
    to: "old.get(id).mark",
    reason: "That it is there was asked just before; the types can't say so.",
  },
  {
    file: "server/domain/inventory/stock-rules.ts",
    line: "projectName: of[0]?.projectName ?? projectId,",
    from: "of[0]?.projectName",
    to: "of[0].projectName",
    reason: "A group has at least one part; the types can't say so.",
  },
  {
    file: "server/domain/inventory/allocation-rules.ts",
    line: "return left.id < right.id ? -1 : 1;",
    from: "left.id < right.id",
    to: "left.id <= right.id",
    reason: "No two shares of a plan have the same id.",
  },
];
