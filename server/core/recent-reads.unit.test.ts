import { describe, expect, it } from "vitest";
import { ReplicaAge } from "./recent-reads";

describe("the age of a replica", () => {
  it("is the time since the last position of the primary that it has reached", () => {
    const age = new ReplicaAge();
    expect(age.ageMs(1000)).toBe(Number.POSITIVE_INFINITY);
    age.mark({ at: 1000, position: 10n });
    age.reached(9n);
    expect(age.ageMs(1500)).toBe(Number.POSITIVE_INFINITY);
    age.mark({ at: 2000, position: 20n });
    age.reached(19n);
    expect(age.ageMs(2500)).toBe(1500);
    age.reached(20n);
    expect(age.ageMs(2500)).toBe(500);
    age.reached(5n);
    expect(age.ageMs(2500)).toBe(500);
    age.forget();
    age.reached(20n);
    expect(age.ageMs(2500)).toBe(Number.POSITIVE_INFINITY);
  });
});
