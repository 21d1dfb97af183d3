import { expect, it } from "vitest";
import { canTransition, orderStates } from "./rules";

it("only a placed order may change, to fulfilled or cancelled", () => {
  const allowed = orderStates.flatMap((from) =>
    orderStates.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual(["placed → fulfilled", "placed → cancelled"]);
});
