// What serial-rules.ts guarantees: examples of each registry's format, and properties of all ranges.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  narrowSerialRange,
  overlappingPairs,
  parseSerialRange,
  type SerialRange,
  SerialRangeError,
  serialRangesOverlap,
} from "./serial-rules";

const verra = "19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1";
const goldStandard = "GS1-1-UG-GS11236-16-2024-30307-1-19149";
const cer = "RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014";
const issuance = "iss_1KP6EDZ8K1S036PY";

describe("reading a range", () => {
  test("Verra, Gold Standard, CDM and trailing numbers are read as numbers", () => {
    expect(parseSerialRange(verra, 425_000)).toEqual({
      kind: "verra",
      range: verra,
      blockKey: "19385-#-#-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-#",
      first: 941467007,
      last: 941467431,
    });
    expect(parseSerialRange(goldStandard, 19_149_000)).toMatchObject({
      kind: "gold-standard",
      blockKey: "GS1-1-UG-GS11236-16-2024-30307-#-#",
      first: 1,
      last: 19149,
    });
    expect(parseSerialRange(cer, 3_657_000)).toMatchObject({
      kind: "cdm",
      first: 1463953,
      last: 1467609,
    });
    expect(parseSerialRange("SBX-KE-1042-2023-1-5000", 5_000_000)).toMatchObject({
      kind: "trailing",
      blockKey: "SBX-KE-1042-2023-#-#",
      first: 1,
      last: 5000,
    });
  });

  test("a name that claims nothing is opaque", () => {
    for (const name of [issuance, "ABC-1-5000", "1-2", "ABC-5-4", "SBX-1-99999999999999999999"]) {
      expect(parseSerialRange(name, 2_710_062)).toEqual({
        kind: "opaque",
        range: name,
        tonnes: 2711,
      });
    }
  });

  test.each([
    ["Verra, one serial too few", verra, 424_000],
    ["Verra, not whole tonnes", verra, 424_999],
    ["Verra, backwards", "19385-9-8-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1", 2_000],
    ["Verra, no number", "19385-x-8-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1", 8_000],
    [
      "Verra, beyond exact numbers",
      "1-9007199254740993-9007199254740993-VCS-VCU-1-VER-ET-14-1-01012020-31122020-1",
      1_000,
    ],
    ["Gold Standard, one too many", goldStandard, 19_150_000],
    ["Gold Standard, cut short", "GS1-1-UG-GS11236-16-2024-30307", 1_000],
    ["CDM, two projects", "RW-5-1-2-2-0-7014 - RW-5-2-2-2-0-7015", 2_000],
    ["empty", "  ", 1_000],
    ["nothing in the lot", verra, 0],
    ["a fraction of a kg", verra, 425_000.5],
  ])("is refused: %s", (_, range, quantityKg) => {
    expect(() => parseSerialRange(range, quantityKg)).toThrow(SerialRangeError);
  });
});

describe("narrowing a range", () => {
  test("each registry's own format is kept", () => {
    expect(narrowSerialRange(verra, 425_000, 1_500, 3_000)).toBe(
      "19385-941467008-941467009-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1",
    );
    expect(narrowSerialRange(goldStandard, 19_149_000, 0, 1)).toBe(
      "GS1-1-UG-GS11236-16-2024-30307-1-1",
    );
    expect(narrowSerialRange(cer, 3_657_000, 999, 1_001)).toBe(
      "RW-5-1463953-2-2-0-7014 - RW-5-1463954-2-2-0-7014",
    );
    expect(narrowSerialRange("SBX-0098-0103", 6_000, 1_000, 3_000)).toBe("SBX-0099-0100");
  });

  test("an opaque range says which of its tonnes are touched", () => {
    expect(narrowSerialRange(issuance, 2_710_062, 2_000, 3_000)).toBe(
      `${issuance}, tonne 3 of 2711`,
    );
    expect(narrowSerialRange(issuance, 2_710_062, 2_000, 4_001)).toBe(
      `${issuance}, tonnes 3–5 of 2711`,
    );
    expect(narrowSerialRange(issuance, 2_710_062, 2_710_000, 2_710_062)).toBe(
      `${issuance}, tonne 2711 of 2711`,
    );
  });

  test.each([
    [-1, 5],
    [5, 5],
    [6, 5],
    [0, 425_001],
    [0.5, 5],
    [0, Number.NaN],
  ])("kg %d to %d are refused as a part of a lot", (fromKg, toKg) => {
    expect(() => narrowSerialRange(verra, 425_000, fromKg, toKg)).toThrow(SerialRangeError);
  });
});

interface Lot {
  range: string;
  quantityKg: number;
}

/** A lot of any format, of up to 200 tonnes, from any first serial. */
const numberedLots: fc.Arbitrary<Lot> = fc
  .record({
    first: fc.integer({ min: 0, max: 999_999_000 }),
    tonnes: fc.integer({ min: 1, max: 200 }),
    width: fc.integer({ min: 0, max: 12 }),
    format: fc.constantFrom("verra", "gold-standard", "cdm", "trailing"),
  })
  .map(({ first, tonnes, width, format }) => {
    const a = String(first).padStart(width, "0");
    const b = String(first + tonnes - 1).padStart(width, "0");
    const range = {
      verra: `19385-${a}-${b}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-0`,
      "gold-standard": `GS1-1-UG-GS11236-16-2024-30307-${a}-${b}`,
      cdm: `RW-5-${a}-2-2-0-7014 - RW-5-${b}-2-2-0-7014`,
      trailing: `SBX-KE-1042-2023-${a}-${b}`,
    }[format];
    return { range, quantityKg: tonnes * 1000 };
  });

const opaqueLots: fc.Arbitrary<Lot> = fc
  .integer({ min: 1, max: 200_000 })
  .map((quantityKg) => ({ range: issuance, quantityKg }));

/** A lot, and the kg at which it is cut into neighbouring pieces, from 0 up to its end. */
const partitions = fc.oneof(numberedLots, opaqueLots).chain((lot) =>
  fc.uniqueArray(fc.integer({ min: 1, max: lot.quantityKg }), { maxLength: 30 }).map((inner) => ({
    ...lot,
    cuts: [...new Set([0, ...inner, lot.quantityKg])].sort((a, b) => a - b),
  })),
);

/** First and last tonne that a narrowed range names, counted from the lot's first as 0. */
function tonnesNamed(narrowed: string, lot: Lot): [number, number] {
  if (narrowed === lot.range) return [0, Math.ceil(lot.quantityKg / 1000) - 1];
  const named = /, tonnes? (\d+)(?:–(\d+))? of \d+$/.exec(narrowed);
  if (named !== null) return [Number(named[1]) - 1, Number(named[2] ?? named[1]) - 1];
  const whole = parseSerialRange(lot.range, lot.quantityKg);
  if (whole.kind === "opaque") throw new Error("numbers are expected");
  const places = { verra: [1, 2], "gold-standard": [6, 7], cdm: [1, 7], trailing: [2, 3] };
  const numbers = narrowed.match(/\d+/g)?.map(Number) ?? [];
  const [first, last] = places[whole.kind].map((place) => (numbers[place] ?? -1) - whole.first);
  return [first ?? -1, last ?? -1];
}

describe("for every lot", () => {
  test("the pieces of a partition touch each tonne, in order, and share at most one", () => {
    fc.assert(
      fc.property(partitions, ({ cuts, ...lot }) => {
        let reached = -1;
        for (const [index, toKg] of cuts.entries()) {
          const fromKg = cuts[index - 1];
          if (fromKg === undefined) continue;
          const narrowed = narrowSerialRange(lot.range, lot.quantityKg, fromKg, toKg);
          const [first, last] = tonnesNamed(narrowed, lot);
          expect([reached, reached + 1]).toContain(first);
          if (fromKg === 0) expect(first).toBe(0);
          expect(last).toBeGreaterThanOrEqual(first);
          reached = last;
        }
        expect(reached).toBe(Math.ceil(lot.quantityKg / 1000) - 1);
      }),
    );
  });

  test("a narrowed range is read back as the same serials of the same block", () => {
    fc.assert(
      fc.property(numberedLots, fc.nat(), fc.nat(), (lot, a, b) => {
        const fromKg = a % lot.quantityKg;
        const toKg = fromKg + 1 + (b % (lot.quantityKg - fromKg));
        const whole = parseSerialRange(lot.range, lot.quantityKg);
        const narrowed = narrowSerialRange(lot.range, lot.quantityKg, fromKg, toKg);
        if (whole.kind === "opaque") throw new Error("numbers are expected");
        const start = Math.floor(fromKg / 1000);
        const end = Math.floor((toKg - 1) / 1000);
        const part = parseSerialRange(narrowed, (end - start + 1) * 1000);
        expect(part).toEqual({
          ...whole,
          range: narrowed,
          first: whole.first + start,
          last: whole.first + end,
        });
        expect(serialRangesOverlap(whole, part)).toBe(true);
      }),
    );
  });

  test("the whole lot keeps its range letter by letter", () => {
    fc.assert(
      fc.property(fc.oneof(numberedLots, opaqueLots), ({ range, quantityKg }) => {
        expect(narrowSerialRange(range, quantityKg, 0, quantityKg)).toBe(range);
      }),
    );
  });

  test("any text at all is read, or refused with a SerialRangeError", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1 }), (text, quantityKg) => {
        try {
          expect(narrowSerialRange(text, quantityKg, 0, quantityKg)).toBe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SerialRangeError);
        }
      }),
    );
  });
});

describe("overlaps", () => {
  const range = (first: number, last: number, flag = 0) =>
    parseSerialRange(
      `7-${first}-${last}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-${flag}`,
      (last - first + 1) * 1000,
    );

  test("a serial in common is found, also after a certification changed the last part", () => {
    expect(serialRangesOverlap(range(1, 5), range(5, 9))).toBe(true);
    expect(serialRangesOverlap(range(1, 5, 0), range(2, 3, 1))).toBe(true);
    expect(serialRangesOverlap(range(1, 5), range(6, 9))).toBe(false);
    const other = parseSerialRange("GS1-1-UG-GS1-16-2024-7-1-5", 5_000);
    expect(serialRangesOverlap(range(1, 5), other)).toBe(false);
  });

  test("the same text overlaps itself, whatever quantities are claimed for it", () => {
    const believed = parseSerialRange("SBX-1-5", 5_000);
    const opaque = parseSerialRange("SBX-1-5", 4_000);
    expect(serialRangesOverlap(believed, opaque)).toBe(true);
    expect(overlappingPairs([{ range: believed }, { range: opaque }])).toHaveLength(1);
  });

  test("every entry that overlaps another is in a pair, and no other is", () => {
    const entries = fc.array(
      fc
        .record({ first: fc.nat(60), length: fc.nat(9), flag: fc.nat(1) })
        .map(({ first, length, flag }) => ({ range: range(first, first + length, flag) })),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(entries, (list: { range: SerialRange }[]) => {
        const found = new Set(overlappingPairs(list).flat());
        for (const entry of list) {
          const isShared = list.some(
            (other) => other !== entry && serialRangesOverlap(entry.range, other.range),
          );
          expect(found.has(entry)).toBe(isShared);
        }
      }),
    );
  });
});
