import { expect, it } from "vitest";
import { RetryPacing } from "./refusal";

it.each([
  [0, [1, 2, 3]],
  [2000, [5, 6, 7]],
  [100_000, [8]],
])(
  "while %i connections are held, the next may come again in one of %j seconds",
  (held, allowed) => {
    const pacing = new RetryPacing();
    const delays = Array.from({ length: 200 }, () => pacing.seconds(held));
    expect([...new Set(delays)].sort()).toEqual(allowed);
  },
);

it("reports too many refusals from the 501st in a second, and starts over in the next", () => {
  const clock = { now: 0 };
  const pacing = new RetryPacing(() => clock.now);
  const first = Array.from({ length: 501 }, () => pacing.count());
  expect(first.indexOf(true)).toBe(500);
  clock.now = 1000;
  expect(pacing.count()).toBe(false);
});
