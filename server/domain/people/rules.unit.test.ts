import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { normalEmail } from "#core/text";
import {
  ATTEMPT_RETENTION_MS,
  CHALLENGE_MS,
  challengeLimits,
  codeLimits,
  isNextCount,
  type Limit,
  levelOf,
  linkLimits,
  loginLimits,
  passkeyLimits,
  proofLimits,
  RESET_CALM_SECONDS,
  RESET_LINK_MS,
  RESET_PAUSES_SECONDS,
  resetLimits,
  resetSubject,
  SESSION_MS,
  totpAddress,
  totpKeyFrom,
  totpStep,
} from "./rules";
import { securityEventKinds } from "./schema";

describe("a code", () => {
  const key = Uint8Array.from({ length: 20 }, (_, index) => index * 7);
  const secret = new Secret({ buffer: key.slice().buffer });
  const at = (step: number) => new Date(step * 30_000);
  const codeOf = (step: number) =>
    new TOTP({ secret, period: 30 }).generate({ timestamp: step * 30_000 });

  it("is accepted within one period of the clock, and returns its own period", () => {
    const steps = fc.integer({ min: 1000, max: 100_000_000 });
    fc.assert(
      fc.property(steps, fc.integer({ min: -3, max: 3 }), (step, off) => {
        const expected = Math.abs(off) <= 1 ? step + off : null;
        fc.pre(
          expected !== null || ![-1, 0, 1].some((by) => codeOf(step + by) === codeOf(step + off)),
        );
        expect(totpStep(key, codeOf(step + off), at(step))).toBe(expected);
      }),
    );
  });

  it("may contain spaces, and has six digits", () => {
    const code = codeOf(5000);
    expect(totpStep(key, ` ${code.slice(0, 3)} ${code.slice(3)}\n`, at(5000))).toBe(5000);
    for (const wrong of [`${code}0`, `0${code}`, code.slice(1), "", "abcdef", `x${code}`]) {
      expect(totpStep(key, wrong, at(5000))).toBeNull();
    }
  });

  it("is made with the key that was shown", () => {
    const { url, key: base32 } = totpAddress(key, "ada@example.com");
    expect(url).toContain(base32);
    expect(url).toContain("period=30");
    expect(totpKeyFrom(base32)).toEqual(key);
    for (const wrong of [`${base32}A`, base32.slice(1), `x${base32.slice(1)}`, "0".repeat(32)]) {
      expect(totpKeyFrom(wrong)).toBeNull();
    }
  });
});

it("a passkey's count goes up, unless the authenticator never counts", () => {
  const next = (stored: bigint, received: bigint) => isNextCount({ stored, received });
  expect([next(0n, 0n), next(0n, 1n), next(5n, 6n)]).toEqual([true, true, true]);
  expect([next(5n, 5n), next(5n, 4n), next(5n, 0n)]).toEqual([false, false, false]);
});

it("an email address is compared without case and surrounding spaces", () => {
  expect(normalEmail(" Ada@Example.COM\n")).toBe("ada@example.com");
});

it("a session lasts two weeks, a challenge five minutes, a reset link two hours", () => {
  const day = 86_400_000;
  expect([SESSION_MS, CHALLENGE_MS, RESET_LINK_MS]).toEqual([14 * day, 300_000, 7_200_000]);
  expect([ATTEMPT_RETENTION_MS, RESET_CALM_SECONDS]).toEqual([2 * day, 86_400]);
  // The last link still works whenever a mail is withheld.
  expect(Math.max(...RESET_PAUSES_SECONDS) * 1000).toBeLessThan(RESET_LINK_MS);
  expect([...RESET_PAUSES_SECONDS]).toEqual([60, 300, 1200, 3600]);
});

it("four kinds of security events are unusual and logged as warnings", () => {
  expect(securityEventKinds.filter((kind) => levelOf(kind) === "warn")).toEqual([
    "auth.passkey_count_regressed",
    "auth.attempts_limited",
    "auth.sso_failed",
    "auth.permission_refused",
  ]);
});

describe("attempts", () => {
  const source = { email: "ada@example.com", network: "192.0.2.0/24", device: null };
  const known = { ...source, device: "device" };
  const all = [
    loginLimits(source),
    loginLimits(known),
    codeLimits(source),
    codeLimits(known),
    proofLimits("session"),
    passkeyLimits(source.network),
    challengeLimits(source.network),
    linkLimits(source.network),
    resetLimits(source.network),
  ];
  const sizes = (limits: Limit[]) =>
    limits.map(({ limit, windowMs, isShared }) => [limit, windowMs / 60_000, isShared]);

  it("apply to the right subjects", () => {
    expect(all.map(sizes)).toEqual([
      [
        [10, 15, false],
        [50, 15, true],
        [100, 15, true],
      ],
      [[10, 15, false]],
      [[10, 15, false]],
      [[10, 15, false]],
      [[10, 15, false]],
      [[50, 15, true]],
      [[200, 15, true]],
      [[30, 15, true]],
      [[20, 60, true]],
    ]);
  });

  it("use separate counters by kind and by name", () => {
    const others = [
      ...loginLimits({ ...source, email: "eve@example.com" }).filter((_, place) => place !== 1),
      ...loginLimits({ ...known, device: "other" }),
      ...codeLimits({ ...source, email: "eve@example.com" }),
      ...linkLimits("198.51.100.0/24"),
    ];
    const subjects = [...all.flat(), ...others].map(({ subject }) => subject.toString("hex"));
    subjects.push(
      resetSubject("ada@example.com").toString("hex"),
      resetSubject("eve").toString("hex"),
    );
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(loginLimits(source)).toEqual(loginLimits({ ...source }));
  });
});
