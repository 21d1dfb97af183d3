// Fails a test file that leaves shared state changed for the next file in its process.
import { afterAll, vi } from "vitest";
import { env } from "#core/env";
import { startIdsAfter } from "#core/id";
import { log } from "#core/log";

/** Not loaded for unit tests, most of which need little of the server. */
const payments =
  process.env["CT_TEST_SHARED"] === "1" ? (await import("#gateways/payments")).providers : null;

/** Set by libraries while they load; no code here reads them. */
const LIBRARIES_OWN = ["VIPSHOME"];

function state(): Record<string, unknown> {
  const settings = Object.entries(env).map(([name, value]) => [`env.${name}`, value]);
  const variables = Object.entries(process.env)
    .filter(([name]) => !LIBRARIES_OWN.includes(name))
    .map(([name, value]) => [`process.env.${name}`, value]);
  return {
    ...Object.fromEntries([...settings, ...variables]),
    "the settings of Stripe": payments?.stripe.settings.current,
    "the settings of bank transfers": payments?.transfer.settings.current,
    "log.level": log.level,
    "the working directory": process.cwd(),
    "fake timers": vi.isFakeTimers(),
    "the time of ids": startIdsAfter([]) > 1000,
  };
}

const before = state();

afterAll(() => {
  const after = state();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length > 0) {
    throw new Error(
      `This file leaves ${changed.join(", ")} changed for the files that share its process. ` +
        "Restore it, or name the file *.isolated.test.ts.",
    );
  }
});
