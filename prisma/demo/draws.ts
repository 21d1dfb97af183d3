// Draws that are the same in every installation, so that every demo looks alike.
import { sha256 } from "#core/crypto";

/** Pseudo-random draws from one seed: Park and Miller's minimal standard generator. */
export class Draws {
  #state: number;

  /** Hashed, because similar states have similar first draws. */
  constructor(seed: string) {
    this.#state = 1 + (sha256(seed).readUInt32BE() % 2_147_483_646);
  }

  /** From 0, inclusive, to 1, exclusive. */
  next(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return (this.#state - 1) / 2_147_483_646;
  }

  /** An integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** An amount whose size, not value, is uniform: as many from 10 to 100 as from 100 to 1000. */
  magnitude(min: number, max: number): number {
    return Math.round(min * (max / min) ** this.next());
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }

  isTrue(probability: number): boolean {
    return this.next() < probability;
  }
}
