// Settings of a file's tests, restored for the files that share its process.
import { afterAll, beforeAll } from "vitest";
import { env } from "#core/env";
import { log } from "#core/log";
import { providers } from "#gateways/payments";
import { allowLivePayments } from "#testing/live-payments";

/** Applies while the tests of a file or of a `describe` run. They may change the values further. */
export function withSettings(values: Partial<typeof env>): void {
  restoredAfter(env, () => Object.assign(env, values));
}

/** For tests that call receivers and servers on loopback addresses. */
export const withPrivateNetwork = () => withSettings({ CT_ALLOW_PRIVATE_NETWORK: true });

/** For tests of live accounts that open checkout sessions. */
export const withLivePayments = () =>
  restoredAfter(providers.stripe.settings, () => allowLivePayments());

/** For tests that provoke errors, which would be in the log. */
export const withoutLog = () =>
  restoredAfter(log, () => {
    log.level = "silent";
  });

function restoredAfter<T extends object>(target: T, set: () => void): void {
  let before: T;
  beforeAll(() => {
    before = { ...target };
    set();
  });
  afterAll(() => {
    Object.assign(target, before);
  });
}
