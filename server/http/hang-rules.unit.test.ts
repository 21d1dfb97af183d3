import { expect, it } from "vitest";
import type { ProcessUsage } from "#core/process-usage";
import { afterCheck, hangIn, noSilence } from "./hang-rules";

const limits = { cpuMs: 20_000, idleChecks: 90 };

/** Checks of a process that uses `perCheckMs` between two of them. */
const checks = (count: number, perCheckMs: number, isRunnable: boolean): ProcessUsage[] =>
  Array.from({ length: count }, (_, n) => ({ cpuMs: 5000 + n * perCheckMs, isRunnable }));

const unmeasured = (count: number): null[] => Array.from({ length: count }, () => null);

/** Returns the hang and the number of checks after which it was noticed. */
function noticed(usages: readonly (ProcessUsage | null)[]) {
  let silence = noSilence;
  for (const [index, usage] of usages.entries()) {
    silence = afterCheck(silence, usage);
    const hang = hangIn(silence, limits);
    if (hang) return { hang, after: index + 1 };
  }
  return null;
}

it.each([
  ["spins on a processor of its own", checks(20, 2000, true), { hang: "spinning", after: 11 }],
  ["spins with a tenth of a processor", checks(200, 200, true), { hang: "spinning", after: 101 }],
  ["gets a hundredth of a processor for half an hour", checks(900, 20, true), null],
  ["gets no processor for half an hour", checks(900, 0, true), null],
  ["loads files from a slow disk", checks(600, 30, false), null],
  [
    "is stopped, or waits for what does not come",
    checks(100, 0, false),
    { hang: "stuck", after: 90 },
  ],
  ["waits, and cleans up now and then", checks(100, 1, false), { hang: "stuck", after: 90 }],
  ["waited, and gets no processor now", [...checks(89, 0, false), ...checks(900, 0, true)], null],
  ["can't be measured", unmeasured(100), { hang: "stuck", after: 90 }],
] as const)("a process that does not respond and %s", (_, usages, expected) => {
  expect(noticed(usages)).toEqual(expected);
});
