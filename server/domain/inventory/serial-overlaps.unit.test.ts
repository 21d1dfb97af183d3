import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  overlappingPairs,
  parseSerialRange,
  type SerialRange,
  serialRangesOverlap,
  storedSerialRange,
} from "./serial-rules";

const cer = "RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014";
const issuance = "iss_1KP6EDZ8K1S036PY";
const car = "CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000";

describe("overlaps", () => {
  const range = (first: number, last: number, flag = 0) =>
    parseSerialRange(
      `7-${first}-${last}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-${flag}`,
      (last - first + 1) * 1000,
    );

  test("a common serial is detected, even if a certification changed the last part", () => {
    expect(serialRangesOverlap(range(1, 5), range(5, 9))).toBe(true);
    expect(serialRangesOverlap(range(1, 5, 0), range(2, 3, 1))).toBe(true);
    expect(serialRangesOverlap(range(1, 5), range(6, 9))).toBe(false);
    const other = parseSerialRange("GS1-1-UG-GS1-16-2024-7-1-5", 5_000);
    expect(serialRangesOverlap(range(1, 5), other)).toBe(false);
  });

  test("a text overlaps itself, whatever quantities are declared", () => {
    const believed = parseSerialRange("SBX-1-5", 5_000);
    const stored = {
      serialNumberRange: "SBX-1-5",
      quantityKg: 4_000,
      serialForm: "named",
    } as const;
    const taken = storedSerialRange(stored);
    expect(serialRangesOverlap(believed, taken)).toBe(true);
    expect(overlappingPairs([{ range: believed }, { range: taken }])).toHaveLength(1);
  });

  test("a common serial is detected for any spaces, case and word between the numbers", () => {
    const forms = [
      "CAR-1-US-1335-31-983-KS-2025-9205-1001 to 4000",
      "car-1-us-1335-31-983-ks-2025-9205-1001  TO  4000",
      "CAR-1-US-1335-31-983-KS-2025-9205-1001-4000",
      "CAR-1-US - 1335-31-983-KS-2025-9205-1001 – 4000",
    ].map((text) => parseSerialRange(text, 3_000_000));
    const whole = parseSerialRange(car, 5_000_000);
    for (const one of forms) expect(serialRangesOverlap(whole, one)).toBe(true);
    expect(overlappingPairs([whole, ...forms].map((range) => ({ range })))).not.toHaveLength(0);
    const [spaced, plain] = [
      parseSerialRange("CDC_1_1 from 1 to 9", 9_000),
      parseSerialRange("cdc_1_1, 9 - 12", 4_000),
    ];
    expect(serialRangesOverlap(spaced, plain)).toBe(true);
    const [dash, hyphen] = ["–", "-"].map((sign) =>
      parseSerialRange(cer.replace(" - ", ` ${sign} `), 3_657_000),
    );
    expect(dash && hyphen && serialRangesOverlap(dash, hyphen)).toBe(true);
  });

  test("an opaque name overlaps every name that it is part of", () => {
    const name = (text: string) => parseSerialRange(text, 5_000, { isOpaque: true });
    const [whole, part, other] = [name("Batch A/17 (Kenya)"), name("batch  a/17"), name("Batch B")];
    expect(overlappingPairs([whole, other, part].map((range) => ({ range })))).toHaveLength(1);
    const id = parseSerialRange(issuance, 5_000);
    expect(serialRangesOverlap(id, name(`${issuance} (half)`))).toBe(true);
    expect(serialRangesOverlap(id, parseSerialRange(`${issuance}A`, 5_000))).toBe(false);
  });

  test("exactly the overlapping entries are paired", () => {
    const entries = fc.array(
      fc
        .record({ first: fc.nat(60), length: fc.nat(9), flag: fc.nat(1) })
        .map(({ first, length, flag }) => ({ range: range(first, first + length, flag) })),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(entries, (list: { range: SerialRange }[]) => {
        const paired = new Set(overlappingPairs(list).flat());
        for (const entry of list) {
          const isShared = list.some(
            (other) => other !== entry && serialRangesOverlap(entry.range, other.range),
          );
          expect(paired.has(entry)).toBe(isShared);
        }
      }),
    );
  });
});
