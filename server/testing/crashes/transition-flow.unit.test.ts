import { describe, expect, it } from "vitest";
import { paymentTransitions } from "#domain/checkout";
import { transitionCases, untried } from "#testing/crashes/transition-flow";

const shapeOf = (from: string, { to, effects }: { to: string; effects: readonly string[] }) =>
  `${from} to ${to}${effects.map((effect) => `, ${effect}`).join("")}`;

describe("the crash points of payments", () => {
  it("reach every transition of the table that changes something", () => {
    const reached = new Set(transitionCases.map((it) => shapeOf(it.from, it)));
    const tried = Object.entries(paymentTransitions).filter(
      ([from]) => !untried.some((state) => state === from),
    );
    const missing = tried.flatMap(([from, cells]) =>
      Object.values(cells)
        .filter(({ to, effects }) => !from.startsWith(to) || effects.length > 0)
        .map((cell) => shapeOf(from, cell))
        .filter((shape) => !reached.has(shape)),
    );
    // Flow "settle" reaches them: the test provider ends what it processes by itself.
    const settled = ["open", "confirming", "requires_action"].map(
      (from) => `${from} to processing, complete`,
    );
    // An open payment stays open after its session; an order is cancelled while it is processing.
    const stays = ["session_over to open", "order_cancelled to processing"];
    expect(missing.filter((shape) => !stays.includes(shape)).sort()).toEqual(settled.sort());
  });
});
