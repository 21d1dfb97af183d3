// The states of an order: it is settled once, and stays so.
import { expect, it } from "vitest";
import { canTransition, orderStates } from "./rules";

it("a placed order may be fulfilled or cancelled, and no other change is allowed", () => {
  const allowed = orderStates.flatMap((from) =>
    orderStates.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual(["placed → fulfilled", "placed → cancelled"]);
});
