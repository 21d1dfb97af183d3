import { z } from "zod";

export const clockStates = ["advancing", "ready"] as const;

export interface TestClock {
  now: Date;
  offsetS: number;
  state: (typeof clockStates)[number];
}

export const TestClockResource = z
  .strictObject({
    now: z.iso
      .datetime()
      .meta({ description: "Time of the test account.", examples: ["2026-11-22T12:00:00.000Z"] }),
    offset_seconds: z.int().meta({
      description: "How far the clock is ahead. 0 until you first advance it.",
      examples: [86_400],
    }),
    state: z.enum(clockStates).meta({
      description:
        "`advancing` until the work that an advance made due is done, such as expiring sessions; " +
        "then `ready`. It takes about a second.",
      examples: ["ready"],
    }),
  })
  .meta({ id: "TestClock", description: "The clock of a test account." });

export function toTestClockResource(clock: TestClock): z.infer<typeof TestClockResource> {
  return { now: clock.now.toISOString(), offset_seconds: clock.offsetS, state: clock.state };
}
