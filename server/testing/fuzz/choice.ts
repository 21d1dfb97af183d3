// A part of a request, valid or invalid.
import type fc from "fast-check";

export interface Choice<T> {
  good: fc.Arbitrary<T>;
  bad: fc.Arbitrary<T>;
}
