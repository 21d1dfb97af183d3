// Draws some of the mutants by a seed, so that many commits together try all of them.
import { createHash } from "node:crypto";
import { drawSome } from "#testing/seed";
import { rooms, rulesOf } from "./rooms";
import type { SqlMutant } from "./sql-mutants";
import { type Store, stores } from "./sql-stores";

/** SQL mutants per draw. */
const DRAWN = 20;

function numberOf(...parts: string[]): number {
  return createHash("sha256").update(parts.join("\0")).digest().readUInt32BE();
}

function drawOne<T>(seed: string, list: readonly T[], nameOf: (item: T) => string): T {
  const [one] = drawSome(list, { seed, count: 1, nameOf });
  if (one === undefined) throw new Error("there is nothing to draw");
  return one;
}

export interface Drawn {
  room: string;
  file: string;
  store: Store;
  only(mutant: SqlMutant): boolean;
}

/** Draws one file of rules, and some mutants of one store. */
export function draw(seed: string): Drawn {
  const files = rooms().flatMap((room) => rulesOf(room).map((file) => ({ room, file })));
  const { room, file } = drawOne(seed, files, (one) => one.file);
  const store = drawOne(seed, stores, ({ name }) => name);
  let left = DRAWN;
  const only = ({ statement, change }: SqlMutant) =>
    left > 0 && numberOf(seed, statement, change) % 4 === 0 && left-- > 0;
  return { room, file, store, only };
}
