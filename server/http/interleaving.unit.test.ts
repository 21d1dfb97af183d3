import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { Interleaving } from "./interleaving";

it("starts a burst over several turns of the event loop, in order", async () => {
  const interleaving = new Interleaving();
  const started: number[] = [];
  for (let n = 0; n < 20; n += 1) interleaving.run(() => started.push(n));
  const perTurn = [started.length];
  while (started.length < 20) {
    await turn();
    perTurn.push(started.length);
  }
  expect(perTurn).toEqual([8, 16, 20]);
  expect(started).toEqual(started.toSorted((a, b) => a - b));
});

it("lets none that arrives later start before those that wait", async () => {
  const interleaving = new Interleaving();
  const started: number[] = [];
  for (let n = 0; n < 12; n += 1) interleaving.run(() => started.push(n));
  await turn();
  for (let n = 12; n < 17; n += 1) interleaving.run(() => started.push(n));
  await turn();
  expect(started).toEqual(Array.from({ length: 17 }, (_, n) => n));
});
