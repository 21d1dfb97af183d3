// A part of a request, as it should be and as it should not.
import type fc from "fast-check";

export interface Choice<T> {
  good: fc.Arbitrary<T>;
  bad: fc.Arbitrary<T>;
}
