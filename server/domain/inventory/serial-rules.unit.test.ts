import { describe, expect, test } from "vitest";
import {
  narrowSerialRange,
  parseSerialRange,
  type SerialForm,
  SerialRangeError,
  storedSerialRange,
} from "./serial-rules";

const verra = "19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1";
const goldStandard = "GS1-1-UG-GS11236-16-2024-30307-1-19149";
const cer = "RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014";
const issuance = "iss_1KP6EDZ8K1S036PY";
const car = "CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000";
const cercarbono = "CDC_7_1_1_321_14_CO_1_1 from 1526 to 4486";
const puro = "PURO_PR_CORC100+_FI_577166_2020_055a3fbe-eabc-4535-b9cf-1028e7d18f89_1-100";

/** Narrows a lot whose text is parsed as of today. */
function narrow(range: string, quantityKg: number, [fromKg, toKg]: [number, number]) {
  const { kind } = parseSerialRange(range, quantityKg);
  const serialForm: SerialForm = kind === "isometric" ? "named" : "numbered";
  return narrowSerialRange({ serialNumberRange: range, quantityKg, serialForm }, fromKg, toKg);
}

describe("reading a range", () => {
  test("Verra, Gold Standard, CDM and trailing numbers are parsed as numbers", () => {
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

  test("the other registries' formats are parsed as numbers", () => {
    expect(parseSerialRange(car, 5_000_000)).toEqual({
      kind: "apx",
      range: car,
      blockKey: "CAR-1-US-1335-31-983-KS-2025-9205-#-#",
      first: 1,
      last: 5000,
    });
    const acr = "ACR-FR-1129-2025-2917-30932 to 35143";
    expect(parseSerialRange(acr, 4_212_000)).toMatchObject({ first: 30932, last: 35143 });
    expect(parseSerialRange(cercarbono, 2_961_000)).toMatchObject({
      kind: "cercarbono",
      blockKey: "CDC_7_1_1_321_14_CO_1_1_#-#",
      first: 1526,
      last: 4486,
    });
    // Some Cercarbono issuances count from 0.
    expect(parseSerialRange("CDC_5_1_1_321_14_1 0 to 15244", 15_245_000)).toMatchObject({
      first: 0,
    });
    expect(parseSerialRange(puro, 100_000)).toMatchObject({ kind: "puro", first: 1, last: 100 });
    const older = `PURO_PR_CORC_FI_577166_2020_x_${[1, 90]
      .map((serial) => `643002406555908611${String(serial).padStart(12, "0")}`)
      .join("-")}`;
    expect(parseSerialRange(older, 90_000)).toMatchObject({ first: 1, last: 90 });
    expect(parseSerialRange("Batch 7, 11 to 20", 10_000)).toMatchObject({ first: 11, last: 20 });
  });

  test("an Isometric issuance names all of its kg", () => {
    expect(parseSerialRange(issuance, 2_710_062)).toEqual({
      kind: "isometric",
      range: issuance,
      tonnes: 2711,
    });
  });

  test("any other name is opaque if declared so, and rejected otherwise", () => {
    for (const name of ["Batch 2023/17", "ABC-5-4", "KE-2021-17", "SBX-1-99999999999999999999"]) {
      expect(() => parseSerialRange(name, 2_710_062)).toThrow(/opaque_serials/);
      expect(parseSerialRange(name, 2_710_062, { isOpaque: true })).toEqual({
        kind: "opaque",
        range: name,
        tonnes: 2711,
      });
    }
  });

  test.each([
    ["to a count that is another", "CAR-1-US-1335-31-983-KS-2025-9205-1 to 9", 7_000],
    ["by a hyphen, of another count", "ABC-1-5000", 2_710_062],
    ["without anything before it", "1-5000", 5_000],
    ["by a dash", "Lot 1–500 of 2021", 7_000],
    ["by dots", "A1..A500 1..500", 7_000],
    ["by a word in the middle", "serials from 1 to 500 of 2021", 7_000],
    ["in words of another language", "Serie 1 bis 500 (2021)", 7_000],
    ["among other words", "VER 1-500 (2021)", 7_000],
  ])("what looks like a range %s is never opaque", (_, range, quantityKg) => {
    for (const isOpaque of [false, true]) {
      expect(() => parseSerialRange(range, quantityKg, { isOpaque })).toThrow(SerialRangeError);
    }
  });

  test("a range that can be parsed must not be declared opaque", () => {
    for (const [range, kg] of [
      [car, 5_000_000],
      [verra, 425_000],
      ["SBX-1-5", 5_000],
    ] as const) {
      expect(() => parseSerialRange(range, kg, { isOpaque: true })).toThrow(/must not be opaque/);
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
    ["CAR, backwards", "CAR-1-US-1-1-1-KS-2025-9205-9 to 1", 9_000],
    ["CAR, without its numbers", "CAR-1-US-1-1-1-KS-2025-9205", 9_000],
    ["Cercarbono, an issuance without from and to", "CDC_7_1_1_321_14_CO_1_1", 2_961_000],
    ["Puro, one too many", puro, 99_000],
    ["empty", "  ", 1_000],
    ["nothing in the lot", verra, 0],
    ["a fraction of a kg", verra, 425_000.5],
  ])("is rejected: %s", (_, range, quantityKg) => {
    expect(() => parseSerialRange(range, quantityKg)).toThrow(SerialRangeError);
    if (quantityKg === 425_000.5 || quantityKg === 0) return;
    expect(() => parseSerialRange(range, quantityKg, { isOpaque: true })).toThrow();
  });
});

describe("narrowing a range", () => {
  test("each registry's own format is kept", () => {
    expect(narrow(verra, 425_000, [1_500, 3_000])).toBe(
      "19385-941467008-941467009-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1",
    );
    expect(narrow(goldStandard, 19_149_000, [0, 1])).toBe("GS1-1-UG-GS11236-16-2024-30307-1-1");
    expect(narrow(cer, 3_657_000, [999, 1_001])).toBe(
      "RW-5-1463953-2-2-0-7014 - RW-5-1463954-2-2-0-7014",
    );
    expect(narrow("SBX-0098-0103", 6_000, [1_000, 3_000])).toBe("SBX-0099-0100");
    expect(narrow(car, 5_000_000, [500, 2_500])).toBe("CAR-1-US-1335-31-983-KS-2025-9205-1 to 3");
    expect(narrow(cercarbono, 2_961_000, [0, 1])).toBe("CDC_7_1_1_321_14_CO_1_1 from 1526 to 1526");
    expect(narrow(puro, 100_000, [1_000, 3_000])).toMatch(/_2-3$/);
  });

  test("an opaque name always keeps its full text", () => {
    const lot = {
      serialNumberRange: "Batch 2023/17",
      quantityKg: 9_500,
      serialForm: "opaque",
    } as const;
    expect(narrowSerialRange(lot, 0, 1)).toBe("Batch 2023/17");
    expect(narrowSerialRange(lot, 9_000, 9_500)).toBe("Batch 2023/17");
  });

  test("a stored lot keeps its serials, however they would be parsed now", () => {
    const wrong = { serialNumberRange: "CAR-1-US-1-KS-2025-9205-1 to 9", quantityKg: 7_000 };
    const named = { ...wrong, serialForm: "named" } as const;
    expect(narrowSerialRange(named, 1_000, 2_000)).toBe(`${wrong.serialNumberRange}, tonne 2 of 7`);
    expect(storedSerialRange(named)).toMatchObject({ kind: "opaque" });
    const older = { serialNumberRange: "PURO_A-1-9", quantityKg: 9_000 };
    expect(() => parseSerialRange("PURO_A-1-9", 9_000)).toThrow(SerialRangeError);
    const numbered = { ...older, serialForm: "numbered" } as const;
    expect(storedSerialRange(numbered)).toMatchObject({ first: 1, last: 9 });
    expect(narrowSerialRange(numbered, 0, 1_000)).toBe("PURO_A-1-1");
  });

  test("an issuance's id gets its touched tonnes added", () => {
    expect(narrow(issuance, 2_710_062, [2_000, 3_000])).toBe(`${issuance}, tonne 3 of 2711`);
    expect(narrow(issuance, 2_710_062, [2_000, 4_001])).toBe(`${issuance}, tonnes 3–5 of 2711`);
    expect(narrow(issuance, 2_710_062, [2_710_000, 2_710_062])).toBe(
      `${issuance}, tonne 2711 of 2711`,
    );
  });
});
