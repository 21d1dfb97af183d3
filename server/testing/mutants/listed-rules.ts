// Reviewed list of equivalent mutants of rules, each with the reason.
import type { Equivalent } from "./equivalents";

export const listed: readonly Equivalent[] = [
  {
    file: "server/domain/orders/demand-rules.ts",
    line: "const needs = [...needsOf(demands, split)].sort(([one], [other]) => (one < other ? -1 : 1));",
    from: "one < other",
    to: "one <= other",
    reason: "The ids are a map's keys, so they are unique.",
  },
  ...["fulfilled", "cancelled"].map((state) => ({
    file: "server/domain/orders/rules.ts",
    line: `${state}: [],`,
    from: "[]",
    to: '["Stryker was here"]',
    reason: "No state has that name, so no order can reach it.",
  })),
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
    reason: "The URL is known to start with its scheme, and only the first match is replaced.",
  },
  ...[
    { from: "!reached", to: "false" },
    {
      from: 'throw new Error("every activity has a default emission factor");',
      to: ";",
    },
  ].map((change) => ({
    file: "server/domain/catalogue/factor-rules.ts",
    line: 'if (!reached) throw new Error("every activity has a default emission factor");',
    ...change,
    reason:
      "Every activity has a default from 0 km on, which a test verifies but the types can't express.",
  })),
  {
    file: "server/domain/catalogue/factor-rules.ts",
    line: "return exponent < 0 ? (digits + power - 1n) / power : digits * power;",
    from: "exponent < 0",
    to: "exponent <= 0",
    reason: "Ten to the power of 0 is 1, so both branches return the digits.",
  },
  ...[
    { from: "[]", to: '["Stryker was here"]' },
    { from: "first === undefined", to: "false" },
  ].map((change) => ({
    file: "server/domain/inventory/serial-rules.ts",
    line: "others.flatMap((other) => (first === undefined ? [] : [[first, other] as const])),",
    ...change,
    reason: "A group has at least one entry, which the types can't express.",
  })),
  {
    file: "server/domain/inventory/serial-rules.ts",
    line: "return isNumbered(range) ? [{ entry, ...range }] : [];",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "A plain text has no first and last serial, so it is in no pair.",
  },
  {
    file: "server/domain/inventory/serial-rules.ts",
    line: "if (reaching === undefined) break;",
    from: "reaching === undefined",
    to: "false",
    reason: "A group has at least one entry, which the types can't express.",
  },
  {
    file: "server/domain/inventory/serial-rules.ts",
    line: "if (next.last > reaching.last) reaching = next;",
    from: "next.last > reaching.last",
    to: "next.last >= reaching.last",
    reason: "Of two entries with the same end, either finds the ones that start before it.",
  },
  {
    file: "server/domain/inventory/stock-rules.ts",
    line: "projectName: of[0]?.projectName ?? projectId,",
    from: "of[0]?.projectName",
    to: "of[0].projectName",
    reason: "A group has at least one part, which the types can't express.",
  },
  {
    file: "server/domain/inventory/allocation-rules.ts",
    line: "return left.id < right.id ? -1 : 1;",
    from: "left.id < right.id",
    to: "left.id <= right.id",
    reason: "No two shares of a plan have the same id.",
  },
  {
    file: "server/domain/inventory/serial-format-rules.ts",
    line: 'return text.replace(DASHES, "-").replace(/\\s+/g, "").toUpperCase();',
    from: "/\\s+/g",
    to: "/\\s/g",
    reason: "Each white space character is removed, alone or with its neighbors.",
  },
  ...[
    "const ranges = formats.flatMap((format) => cutWith(format, text) ?? []);",
    "const single = singles.flatMap((format) => cutWith(format, text) ?? []).map(asRange);",
  ].map((line) => ({
    file: "server/domain/inventory/serial-format-rules.ts",
    line,
    from: "[]",
    to: '["Stryker was here"]',
    reason: "A plain text has no numbers, so it is not a reading.",
  })),
  {
    file: "server/domain/events/delivery-rules.ts",
    line: "return status !== null && status >= 200 && status < 300;",
    from: "status !== null",
    to: "true",
    reason: "Null compares as 0, which is below 200; the check is for the types.",
  },
  {
    file: "server/domain/inventory/draw-rules.ts",
    line: "if (drawing.missingKg === 0) return;",
    from: "drawing.missingKg === 0",
    to: "false",
    reason: "A lot may be cut without need; nothing would be taken from later lots anyway.",
  },
  {
    file: "server/domain/evidence/unit-runs-rules.ts",
    line: "if ((list[middle]?.endKg ?? 0) <= startKg) low = middle + 1;",
    from: "list[middle]?.endKg",
    to: "list[middle].endKg",
    reason: "The middle is always below the list's length, which the types can't express.",
  },
  {
    file: "server/domain/holds/rules.ts",
    line: "return rank(one) - rank(other) || (one.id < other.id ? 1 : -1);",
    from: "one.id < other.id",
    to: "one.id <= other.id",
    reason: "No two holds have the same id.",
  },
  ...[
    { from: "kg > 0", to: "kg >= 0" },
    { from: "kg < quantityKg", to: "kg <= quantityKg" },
  ].map((change) => ({
    file: "server/domain/inventory/cut-rules.ts",
    line: "const inner = cutsKg.filter((kg) => kg > 0 && kg < quantityKg);",
    ...change,
    reason: "A lot's ends are in the set of its points anyway.",
  })),
  {
    file: "server/domain/inventory/registry-keys-rules.ts",
    line: 'art: { label: "ART", pattern: /^art( trees)?$|\\(art\\)|architecture for redd/i },',
    from: "/^art( trees)?$|\\(art\\)|architecture for redd/i",
    to: "/^art( trees)$|\\(art\\)|architecture for redd/i",
    reason: "The slug of the plain name is the same key.",
  },
];
