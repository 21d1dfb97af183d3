// Settings of a file's tests, which other files in its process don't see.
import { afterAll, afterEach, beforeAll } from "vitest";
import { env } from "#core/env";
import { log } from "#core/log";
import { providers } from "#gateways/payments";
import { livePayments } from "#testing/live-payments";

/**
 * Sets them while the tests of a file or of a `describe` run. A test may change further ones: each
 * begins with these.
 */
export function withSettings(values: Partial<typeof env> = {}): void {
  const former = { ...env };
  const reset = (settings: object) => {
    for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
    Object.assign(env, former, settings);
  };
  beforeAll(() => reset(values));
  afterEach(() => reset(values));
  afterAll(() => reset({}));
}

/** For tests that call receivers and servers on loopback addresses. */
export const withPrivateNetwork = () => withSettings({ CT_ALLOW_PRIVATE_NETWORK: true });

/** For tests of live accounts that open checkout sessions. */
export function withLivePayments(): void {
  const { settings } = providers.stripe;
  const former = settings.current;
  const set = () => {
    settings.current = livePayments;
  };
  beforeAll(set);
  afterEach(set);
  afterAll(() => {
    settings.current = former;
  });
}

/** For tests that provoke errors, which would be in the log. */
export function withoutLog(): void {
  const { level } = log;
  beforeAll(() => {
    log.level = "silent";
  });
  afterAll(() => {
    log.level = level;
  });
}
