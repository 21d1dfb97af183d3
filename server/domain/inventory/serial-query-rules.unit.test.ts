import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_SERIAL_LENGTH, readSerials } from "./serial-format-rules";
import { isNumbered, narrowSerialRange, parseSerialRange } from "./serial-rules";

const verra = "19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1";
const cer = "RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014";

/** The range of a lot of this many tonnes in each registry's format. */
const formats: Record<string, (first: number, last: number) => string> = {
  verra: (first, last) => `19385-${first}-${last}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`,
  "an older Verra": (first, last) => `2-${first}-${last}-VCU-001-MER-NZ-1-31-01062006-31122006-0`,
  "Gold Standard": (first, last) => `GS1-1-UG-GS11236-16-2024-30307-${first}-${last}`,
  CDM: (first, last) => `RW-5-${first}-2-2-0-7014 - RW-5-${last}-2-2-0-7014`,
  "CDM with a dash": (first, last) => `RW-5-${first}-2-2-0-7014 – RW-5-${last}-2-2-0-7014`,
  CAR: (first, last) => `CAR-1-US-1335-31-983-KS-2025-9205-${first} to ${last}`,
  Cercarbono: (first, last) => `CDC_7_1_1_321_14_CO_1_1 from ${first} to ${last}`,
  Puro: (first, last) => `PURO_PR_CORC100+_FI_577166_2020_x_${first}-${last}`,
  trailing: (first, last) => `SBX-KE-1042-2023-${first}-${last}`,
};

const lotOf = fc.record({
  format: fc.constantFrom(...Object.keys(formats)),
  first: fc.integer({ min: 1, max: 2_000_000_000 }),
  tonnes: fc.integer({ min: 1, max: 5000 }),
});

describe("one serial", () => {
  it.each([
    ["Verra", "19385-941467007-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1", 941467007],
    ["Gold Standard", "GS1-1-UG-GS11236-16-2024-30307-5", 5],
    ["the CDM", "RW-5-1463954-2-2-0-7014", 1463954],
    ["a sandbox", "SBX-KE-1042-2023-17", 17],
    ["CAR", "CAR-1-US-1335-31-983-KS-2025-9205-17", 17],
    ["Cercarbono", "CDC_7_1_1_321_14_CO_1_1 17", 17],
    ["Puro", "PURO_PR_CORC100+_FI_577166_2020_x_17", 17],
  ])("of %s is a range that starts and ends with it", (_, text, serial) => {
    expect(readSerials(text)).toContainEqual(
      expect.objectContaining({ kind: "numbered", first: serial, last: serial }),
    );
  });

  it("has the block of its range", () => {
    for (const [one, range] of [
      ["CAR-1-US-1335-31-983-KS-2025-9205-17", formats["CAR"]?.(1, 5000)],
      ["cdc_7_1_1_321_14_co_1_1 from 17", formats["Cercarbono"]?.(1, 5000)],
      ["PURO_PR_CORC100+_FI_577166_2020_x_17", formats["Puro"]?.(1, 5000)],
    ]) {
      const whole = parseSerialRange(range ?? "", 5_000_000);
      expect(readSerials(one ?? "")).toContainEqual({
        kind: "numbered",
        block: isNumbered(whole) && whole.blockKey,
        first: 17,
        last: 17,
      });
    }
  });

  it("of Verra has the block of its issuance, whatever its last sign", () => {
    const { blockKey } = parseSerialRange(verra, 425_000) as { blockKey: string };
    for (const end of ["0", "1", "O"]) {
      const text = `19385-941467007-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-${end}`;
      expect(readSerials(text)[0]).toMatchObject({ block: blockKey });
    }
  });
});

describe("a serial number on a certificate", () => {
  it("is read as the serials of its kg, for any lot of any format", () => {
    fc.assert(
      fc.property(lotOf, fc.nat(), fc.nat(), ({ format, first, tonnes }, a, b) => {
        const range = formats[format]?.(first, first + tonnes - 1) ?? "";
        const quantityKg = tonnes * 1000;
        const [from, to] = [a % quantityKg, b % quantityKg].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const printed = narrowSerialRange(
          { serialNumberRange: range, quantityKg, serialForm: "numbered" },
          from,
          to + 1,
        );
        const lot = parseSerialRange(range, quantityKg);
        if (!isNumbered(lot)) throw new Error("a lot of this format has numbers");
        expect(readSerials(printed)).toContainEqual({
          kind: "numbered",
          block: lot.blockKey,
          first: first + Math.floor(from / 1000),
          last: first + Math.floor(to / 1000),
        });
      }),
    );
  });

  it("of a lot without numbers is read as its name and its tonnes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000_000 }), fc.nat(), fc.nat(), (kg, a, b) => {
        const [from, to] = [a % kg, b % kg].sort((x, y) => x - y) as [number, number];
        const printed = narrowSerialRange(
          { serialNumberRange: "iss_1KP6EDZ8K1S036PY", quantityKg: kg, serialForm: "named" },
          from,
          to + 1,
        );
        const of = Math.ceil(kg / 1000);
        const tonnes = { first: Math.floor(from / 1000) + 1, last: Math.floor(to / 1000) + 1, of };
        const isAll = tonnes.first === 1 && tonnes.last === of;
        expect(readSerials(printed)).toContainEqual({
          kind: "named",
          range: "iss_1KP6EDZ8K1S036PY",
          tonnes: isAll ? null : tonnes,
        });
      }),
    );
  });

  it("is read despite line breaks and typographic hyphens", () => {
    const plain = readSerials(verra)[0];
    for (const text of [
      verra.replace("-VCS", "-\n  VCS"),
      verra.replaceAll("-", "\u2011"),
      verra.replaceAll("-", "-\u200b"),
      `  ${verra}\t`,
      verra.toLowerCase(),
    ]) {
      expect(readSerials(text)).toContainEqual(plain);
    }
    expect(readSerials(cer.replace(" - ", "\n- "))).toContainEqual(readSerials(cer)[0]);
  });
});

describe("any text", () => {
  it("is read without errors, as ranges that count up", () => {
    const serialish = fc.stringMatching(/^[A-Z0-9–, -]{0,80}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 700 }), serialish), (text) => {
        for (const one of readSerials(text)) {
          if (one.kind === "named") continue;
          expect(Number.isSafeInteger((one.last - one.first + 1) * 1000)).toBe(true);
          expect(one.first).toBeLessThanOrEqual(one.last);
        }
      }),
    );
  });

  it.each([
    ["nothing", ""],
    ["blanks", "  \n "],
    ["a NUL", "GS1-1\0"],
    ["more than any serial has", "1-".repeat(MAX_SERIAL_LENGTH)],
  ])("that is %s has no readings", (_, text) => expect(readSerials(text)).toEqual([]));

  it("with numbers beyond counting is a name at most", () => {
    const kinds = readSerials("SBX-1-99999999999999999999").map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["named"]));
    expect(readSerials("SBX-1-9000000000000000")).not.toContainEqual(
      expect.objectContaining({ first: 1 }),
    );
  });

  it("of maximum length, made to be slow, is read fast", () => {
    const started = process.cpuUsage();
    for (const text of ["1-".repeat(300), "A-1".repeat(200), `${"9".repeat(598)}-1`]) {
      readSerials(text);
    }
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
  });
});
