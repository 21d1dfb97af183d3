import { z } from "zod";
import { describedTimestamp } from "#core/page";

const DAY_S = 86_400;
/** Longest advance: two years. */
export const MAX_ADVANCE_S = 731 * DAY_S;

export const AdvanceTestClock = z
  .strictObject({
    advance_seconds: z
      .int()
      .min(1)
      .max(MAX_ADVANCE_S)
      .optional()
      .meta({
        description: "Seconds to advance by, at most two years. Pass either this or now.",
        examples: [DAY_S],
      }),
    now: describedTimestamp({
      description: "Time to advance to, at most two years later than the clock's.",
      examples: ["2026-11-22T12:00:00Z"],
    }).optional(),
  })
  .meta({ id: "AdvanceTestClock", description: "A later time for the test clock." });
export type AdvanceTestClock = z.infer<typeof AdvanceTestClock>;
