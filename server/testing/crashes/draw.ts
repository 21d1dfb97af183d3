// Random choices from a seed: the same in every run, on every machine.
import { createHash } from "node:crypto";

export class Draw {
  readonly #seed: string;
  #count = 0;

  constructor(...seed: (string | number)[]) {
    this.#seed = seed.join(":");
  }

  /** An integer from `from` to `to`, inclusive. */
  int(from: number, to: number): number {
    this.#count += 1;
    const digest = createHash("sha256").update(`${this.#seed}/${this.#count}`).digest();
    return from + (digest.readUInt32BE(0) % (to - from + 1));
  }

  /** True in one of `n` cases. */
  oneIn(n: number): boolean {
    return this.int(1, n) === 1;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.int(0, list.length - 1)] ?? list[0];
  }

  /** Some items of the list, in random order. */
  sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const drawn: T[] = [];
    while (drawn.length < count && rest.length > 0) {
      drawn.push(...rest.splice(this.int(0, rest.length - 1), 1));
    }
    return drawn;
  }
}
