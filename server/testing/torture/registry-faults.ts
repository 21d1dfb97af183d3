// A fake Isometric that loses, repeats, delays and refuses requests.
import { randomInt } from "node:crypto";
import { type FakeIsometric, type Fault, startFakeIsometric } from "#testing/fake-isometric/server";

export type { FakeIsometric };

/** A request that was lost can't arrive later than this. */
const LATEST_MS = 2500;
const SETTLE_SECONDS = 4;

/** Chances in a thousand for requests to retire. */
const onRetire: readonly [chance: number, draw: () => Fault][] = [
  [100, () => ({ hangUp: "before" })],
  [150, () => ({ hangUp: "after" })],
  [100, () => ({ duplicate: true })],
  [60, () => ({ delayMs: randomInt(1, LATEST_MS) })],
  [100, () => ({ lateMs: randomInt(1, LATEST_MS) })],
  [30, () => ({ status: 500 })],
  [20, () => ({ status: 503 })],
  [20, () => ({ status: 429 })],
  [10, () => ({ status: 401 })],
  [20, () => ({ status: 422 })],
];
/** Chances in a thousand for other requests. */
const onRead: readonly [chance: number, draw: () => Fault][] = [
  [20, () => ({ hangUp: "after" })],
  [10, () => ({ status: 500 })],
  [10, () => ({ status: 429 })],
  [10, () => ({ delayMs: randomInt(1, LATEST_MS) })],
];

/** Starts it; `drawn` counts the faults so far. */
export async function startFaultyIsometric() {
  const fake = await startFakeIsometric();
  const drawn = { faults: 0, isOver: false };
  fake.drawFaults((operation) => {
    if (drawn.isOver) return null;
    let dice = randomInt(1000);
    for (const [chance, draw] of operation === "retire" ? onRetire : onRead) {
      if (dice < chance) {
        drawn.faults += 1;
        return draw();
      }
      dice -= chance;
    }
    return null;
  });
  return { fake, drawn };
}

/** Settings of programs that use the fake registry for test mode. */
export function isometricEnv({ settings }: FakeIsometric): Record<string, string> {
  return {
    CT_ISOMETRIC_TOKEN: settings.accessToken,
    CT_ISOMETRIC_CLIENT_SECRET: settings.clientSecret,
    CT_ISOMETRIC_ENVIRONMENT: "sandbox",
    CT_ISOMETRIC_URL: settings.url,
    CT_ISOMETRIC_SETTLE_SECONDS: String(SETTLE_SECONDS),
  };
}
