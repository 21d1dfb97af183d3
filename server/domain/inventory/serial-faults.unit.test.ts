import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isNumbered,
  misreadRange,
  namesOverlap,
  narrowSerialRange,
  overlappingPairs,
  parseSerialRange,
  readNumbers,
  type SerialForm,
  SerialRangeError,
  serialRangesOverlap,
  storedSerialRange,
} from "./serial-rules";

const verraOf = (first: number | string, last: number | string) =>
  `19385-${first}-${last}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`;
const issuance = "GS1-1-UG-GS11236-16-2024-30307";
const tooLarge = "9007199254740993";

describe("a rejected range", () => {
  it.each([
    [verraOf(9, 8), 2000, "its last serial, 8, comes before its first, 9"],
    [verraOf(1, tooLarge), 1000, "its serial numbers are too large to be counted exactly"],
    [verraOf(tooLarge, tooLarge), 1000, "its serial numbers are too large to be counted exactly"],
    [verraOf(1, 9), 8000, "it counts 9 serials of a tonne each, but the quantity is 8000 kg"],
    [verraOf(1, 9), 9001, "it counts 9 serials of a tonne each, but the quantity is 9001 kg"],
    [issuance, 1000, "has the form of Gold Standard, but its parts are not those of a range"],
    ["ABC-1-50", 2000, '"ABC-1-50" is a range of serials, but it counts 50 serials'],
    ["1..500", 2000, '"1..500" looks like a range of serials, in no known format'],
    ["Batch 7", 2000, '"Batch 7" is in no known format of serial numbers'],
  ])("%s of %d kg has the message: %s", (range, quantityKg, message) => {
    const refusal = expect.objectContaining({
      name: "SerialRangeError",
      message: expect.stringContaining(message),
    });
    expect(() => parseSerialRange(range, quantityKg)).toThrow(refusal);
    expect(() => parseSerialRange(` ${range}\n`, quantityKg)).toThrow(refusal);
  });

  it.each([0, -1000, 0.5, Number.NaN, 2 ** 53])("has a quantity of %d kg", (quantityKg) => {
    const lot = { serialNumberRange: verraOf(1, 9), quantityKg, serialForm: "named" } as const;
    const message = `A lot's quantity is a whole number of kg, not ${quantityKg}`;
    expect(() => parseSerialRange(verraOf(1, 9), quantityKg)).toThrow(message);
    expect(() => narrowSerialRange(lot, 0, 1)).toThrow(message);
  });

  it("is empty", () => {
    expect(() => parseSerialRange(" \n", 1000, { isOpaque: true })).toThrow(
      new SerialRangeError("The serial number range is empty"),
    );
  });

  it("of a stored lot has its text and kg in the message", () => {
    const stored = {
      serialNumberRange: "SBX-1-5",
      quantityKg: 4000,
      serialForm: "numbered",
    } as const;
    const message = '"SBX-1-5" is not a range of 4000 kg of serials';
    expect(() => storedSerialRange(stored)).toThrow(message);
    expect(() => narrowSerialRange(stored, 0, 1)).toThrow(message);
  });
});

describe("the numbers of a text", () => {
  it("are read for any quantity, if they count up", () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (first, last) => {
        const range = ` ${verraOf(first, last)}`;
        const read = readNumbers(range);
        if (last < first) expect(read).toBeNull();
        else expect(read).toMatchObject({ kind: "verra", range, first, last });
      }),
    );
  });

  it("are none in a name, or in an incomplete form of a registry", () => {
    for (const text of ["Batch 7", issuance, "iss_1KP6EDZ8K1S036PY", verraOf(1, tooLarge), ""]) {
      expect(readNumbers(text)).toBeNull();
      expect(readNumbers(` ${text}`)).toBeNull();
    }
    expect(readNumbers(" SBX-3-3 ")).toMatchObject({ kind: "trailing", first: 3, last: 3 });
  });

  it("that match the quantity, or may be a name, are accepted", () => {
    expect(misreadRange(` ${verraOf(1, 9)} `, 9000)).toBeNull();
    expect(misreadRange("KE-2021-17", 9000)).toBeNull();
    expect(misreadRange("SBX-1-9", 9000)).toBeNull();
    expect(misreadRange(" SBX-1-9 ", 8000)).toMatch(/^"SBX-1-9" is a range/);
    expect(misreadRange(` ${issuance} `, 9000)).toMatch(/^"GS1-1-UG-GS11236-16-2024-30307" has/);
  });
});

describe("a part of a lot", () => {
  const lot = (serialNumberRange: string, tonnes: number, serialForm: SerialForm = "numbered") => ({
    serialNumberRange,
    quantityKg: tonnes * 1000,
    serialForm,
  });

  it.each([
    ["SBX-0-15", 16, "SBX-1-3"],
    ["SBX-0098-0103", 6, "SBX-0099-0101"],
    ["SBX-98-0103", 6, "SBX-99-0101"],
    ["SBX-098-103", 6, "SBX-099-101"],
    ["SBX-098-1003", 906, "SBX-099-0101"],
    ["SBX-98-103", 6, "SBX-99-101"],
    ["SBX-10-105", 96, "SBX-11-13"],
    ["SBX-100-1005", 906, "SBX-101-103"],
    [" SBX-1-9 ", 9, "SBX-2-4"],
  ])("of %s has numbers of the same width", (range, tonnes, part) => {
    expect(narrowSerialRange(lot(range, tonnes), 1000, 4000)).toBe(part);
  });

  it("of a name has its tonnes counted from 1", () => {
    const named = lot(" Batch 7 ", 9, "named");
    expect(narrowSerialRange(named, 0, 9000)).toBe(" Batch 7 ");
    expect(narrowSerialRange(named, 0, 8000)).toBe("Batch 7, tonnes 1–8 of 9");
    expect(narrowSerialRange(named, 1, 8001)).toBe(" Batch 7 ");
    expect(narrowSerialRange(named, 1000, 9000)).toBe("Batch 7, tonnes 2–9 of 9");
    expect(narrowSerialRange(named, 8000, 9000)).toBe("Batch 7, tonne 9 of 9");
    expect(narrowSerialRange({ ...named, quantityKg: 8001 }, 0, 1000)).toBe(
      "Batch 7, tonne 1 of 9",
    );
  });

  it("must be within the lot, in whole kg", () => {
    for (const [from, to] of [
      [-1, 5],
      [5, 5],
      [0, 9001],
      [0.5, 5],
      [0, 0.5],
      [Number.NaN, 5],
    ] as const) {
      expect(() => narrowSerialRange(lot("SBX-1-9", 9), from, to)).toThrow(
        `Kg ${from} to ${to} are not a part of a lot of 9000`,
      );
    }
  });
});

describe("the serials of a stored lot", () => {
  it("are numbers if they were stored as such, else a name of its tonnes", () => {
    const stored = { serialNumberRange: " SBX-1-9 ", quantityKg: 9000 };
    expect(storedSerialRange({ ...stored, serialForm: "numbered" })).toEqual({
      kind: "trailing",
      range: " SBX-1-9 ",
      blockKey: "SBX-#-#",
      first: 1,
      last: 9,
    });
    for (const serialForm of ["named", "opaque"] as const) {
      expect(storedSerialRange({ ...stored, quantityKg: 8001, serialForm })).toEqual({
        kind: "opaque",
        range: " SBX-1-9 ",
        tonnes: 9,
      });
    }
  });
});

describe("two lots", () => {
  const numbered = (first: number, last: number, block = "A") =>
    parseSerialRange(`${block}-${first}-${last}`, (last - first + 1) * 1000);
  const named = (range: string) => parseSerialRange(range, 5000, { isOpaque: true });
  const isometric = (id: string) => parseSerialRange(id, 5000);

  it("overlap exactly if they are of one block and their numbers do", () => {
    const spans = fc.tuple(fc.nat(30), fc.nat(9), fc.constantFrom("A", "B"));
    fc.assert(
      fc.property(spans, spans, ([a, m, one], [b, n, other]) => {
        const serials = Array.from({ length: m + 1 }, (_, index) => a + index);
        const isShared = one === other && serials.some((serial) => serial >= b && serial <= b + n);
        const [left, right] = [numbered(a, a + m, one), numbered(b, b + n, other)];
        expect(serialRangesOverlap(left, right)).toBe(isShared);
        const isSameText = left.range === right.range;
        const pairs = overlappingPairs([{ range: left }, { range: right }]);
        expect(pairs).toHaveLength(isShared || isSameText ? 1 : 0);
      }),
    );
  });

  it("with a name overlap if the texts are equal or one is part of the other", () => {
    const text = storedSerialRange({
      serialNumberRange: "a - 1-5",
      quantityKg: 5000,
      serialForm: "named",
    });
    expect(serialRangesOverlap(numbered(1, 5), text)).toBe(true);
    expect(serialRangesOverlap(text, numbered(1, 4))).toBe(false);
    const around = named("Lot A-1-5 (Kenya)");
    expect(serialRangesOverlap(numbered(1, 5), around)).toBe(false);
    expect(serialRangesOverlap(around, numbered(1, 5))).toBe(false);
    expect(overlappingPairs([{ range: around }, { range: numbered(1, 5) }])).toEqual([]);
    expect(serialRangesOverlap(named("Batch 7 (Kenya)"), named("batch 7"))).toBe(true);
    expect(serialRangesOverlap(named("Batch 7"), named("Batch 8"))).toBe(false);
    const [one, longer] = [isometric("iss_1A"), isometric("iss_1AB")];
    expect(namesOverlap(one, longer)).toBe(false);
    expect(namesOverlap(one, isometric("ISS_1a"))).toBe(true);
    expect(namesOverlap(longer, named("iss_1A"))).toBe(true);
    expect(namesOverlap(named("iss_1A"), longer)).toBe(true);
  });

  it("with overlapping names are paired each with each", () => {
    const ranges = [
      named("Batch 7"),
      named("Batch 7 (Kenya)"),
      named("Kenya"),
      isometric("iss_1A"),
      isometric("iss_1AB"),
      named("iss_1A"),
      numbered(1, 5),
      numbered(5, 9),
      numbered(2, 3),
      numbered(9, 9),
    ];
    const entries = ranges.map((range) => ({ range }));
    const textOf = (pair: readonly { range: { range: string } }[]) =>
      pair
        .map(({ range }) => range.range)
        .sort()
        .join(" | ");
    const pairs = overlappingPairs(entries).map(textOf);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs.sort()).toEqual(
      [
        "A-1-5 | A-2-3",
        "A-1-5 | A-5-9",
        "A-5-9 | A-9-9",
        "Batch 7 | Batch 7 (Kenya)",
        "Batch 7 (Kenya) | Kenya",
        "iss_1A | iss_1A",
        "iss_1A | iss_1AB",
      ].sort(),
    );
    expect(ranges.filter(isNumbered)).toHaveLength(4);
  });
});
