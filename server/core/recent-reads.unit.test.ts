import { describe, expect, it } from "vitest";
import { ReplicaAge } from "./recent-reads";

const at = (position: bigint, timeline = 1) => ({ timeline, position });

describe("the age of a replica", () => {
  it("is the time since the last position of the primary that it has reached", () => {
    const age = new ReplicaAge();
    expect(age.ageMs(1000)).toBe(Number.POSITIVE_INFINITY);
    age.mark({ at: 1000, timeline: 1, position: 10n });
    age.reached(at(9n));
    expect(age.ageMs(1500)).toBe(Number.POSITIVE_INFINITY);
    age.mark({ at: 2000, timeline: 1, position: 20n });
    age.reached(at(19n));
    expect(age.ageMs(2500)).toBe(1500);
    age.reached(at(20n));
    expect(age.ageMs(2500)).toBe(500);
    age.reached(at(5n));
    expect(age.ageMs(2500)).toBe(500);
    age.forget();
    age.reached(at(20n));
    expect(age.ageMs(2500)).toBe(Number.POSITIVE_INFINITY);
  });

  it("is not known by a position on another timeline than the primary's", () => {
    const age = new ReplicaAge();
    // A standby that was behind is promoted. The replica had more of the former primary.
    age.mark({ at: 1000, timeline: 2, position: 10n });
    age.reached(at(50n));
    expect(age.ageMs(1500)).toBe(Number.POSITIVE_INFINITY);
    age.reached(at(50n, 3));
    expect(age.ageMs(1500)).toBe(Number.POSITIVE_INFINITY);
    age.reached(at(50n, 2));
    expect(age.ageMs(1500)).toBe(500);
  });
});
