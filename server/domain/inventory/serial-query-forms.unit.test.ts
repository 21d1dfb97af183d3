import { describe, expect, it } from "vitest";
import {
  isometricIssuance,
  MAX_SERIAL_LENGTH,
  plainText,
  readSerials,
} from "./serial-format-rules";
import { parseSerialRange } from "./serial-rules";

const head = "643002406555908611";

describe("a single serial", () => {
  const verra = "19385-10-12-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1";
  const blockOf = (range: string, quantityKg: number) => {
    const read = parseSerialRange(range, quantityKg);
    return "blockKey" in read ? read.blockKey : "";
  };
  const blocks = (text: string) =>
    readSerials(text).flatMap((one) => (one.kind === "numbered" ? [[one.block, one.first]] : []));

  it.each([
    ["19385-11-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-0", 11, verra, 3],
    ["2-11-VCU-9-X", 11, "2-10-12-VCU-9-X", 3],
    ["GS12-34-UGA-GS56-67-2024-78-11", 11, "GS12-34-UGA-GS56-67-2024-78-10-12", 3],
    ["RW-55-11-22-22-10-70", 11, "RW-55-10-22-22-10-70 - RW-55-12-22-22-10-70", 3],
    ["CDC_7_1  from  11", 11, "CDC_7_1 from 10 to 12", 3],
    ["CDC_7_1, 11", 11, "CDC_7_1 from 10 to 12", 3],
    ["CDC_7_1 11", 11, "CDC_7_1 from 10 to 12", 3],
    ["PURO_FI_11", 11, "PURO_FI_10-12", 3],
    [`PURO_FI_x_${head}000000000011`, 11, `PURO_FI_x_${head}000000000010-${head}000000000012`, 3],
    ["SBX-KE-11", 11, "SBX-KE-10-12", 3],
  ])("%j is serial %d of its issuance", (text, serial, range, tonnes) => {
    expect(blocks(text)).toContainEqual([blockOf(range, tonnes * 1000), serial]);
  });

  it.each([
    ["x2-11-VCU-9-X", "2-10-12-VCU-9-X"],
    ["2-11-VCU-9-X\nx", "2-10-12-VCU-9-X"],
    ["xRW-5-11-2-2-0-7", "RW-5-10-2-2-0-7 - RW-5-12-2-2-0-7"],
    ["RW-5-11-2-2-0-7x", "RW-5-10-2-2-0-7 - RW-5-12-2-2-0-7"],
    ["xCDC_7_1 from 11", "CDC_7_1 from 10 to 12"],
    ["CDC_7_1 from 11x", "CDC_7_1 from 10 to 12"],
    [`xPURO_x_${head}000000000011`, `PURO_x_${head}000000000010-${head}000000000012`],
    [`PURO_x_${head}000000000011x`, `PURO_x_${head}000000000010-${head}000000000012`],
    ["SBX-KE-11x", "SBX-KE-10-12"],
    ["x\nSBX-KE-11", "SBX-KE-10-12"],
  ])("%j is no serial of %s", (text, range) => {
    const block = blockOf(range, 3000);
    expect(blocks(text).filter(([of]) => of === block)).toEqual([]);
  });

  it("is read from the text as typed, with single spaces, and without spaces", () => {
    const read = (text: string) =>
      readSerials(text).flatMap((one) => (one.kind === "named" ? [one.range] : []));
    expect(read(" Batch  7 ")).toEqual(["Batch  7", "Batch 7", "Batch7"]);
    expect(read("Batch\n\t7\u200b")).toContain("Batch 7");
  });

  it("has a maximum length, and a range a maximum count", () => {
    const longest = "x".repeat(MAX_SERIAL_LENGTH);
    expect(readSerials(longest)).toEqual([{ kind: "named", range: longest, tonnes: null }]);
    expect(readSerials(`${longest}x`)).toEqual([]);
    const counts = (last: number) =>
      readSerials(`SBX-5-${last}`).some((one) => one.kind === "numbered" && one.first === 5);
    expect([counts(1_000_000_000_004), counts(1_000_000_000_005)]).toEqual([true, false]);
    expect([counts(5), counts(4)]).toEqual([true, false]);
  });
});

describe("tonnes of a lot with a name", () => {
  const tonnes = (text: string) =>
    readSerials(text).flatMap((one) => (one.kind === "named" && one.tonnes ? [one] : []));

  it.each([
    ["Batch, tonne 3 of 9", { first: 3, last: 3, of: 9 }],
    ["Batch, tonnes 3–5 of 9", { first: 3, last: 5, of: 9 }],
    ["Batch, tonnes 3-5 of 9", { first: 3, last: 5, of: 9 }],
    ["Batch, tonnes 10–19 of 19", { first: 10, last: 19, of: 19 }],
    ["Batch, tonne 1 of 1", { first: 1, last: 1, of: 1 }],
  ])("are read from %j, in addition to the text itself", (text, expected) => {
    expect(tonnes(text)[0]).toEqual({ kind: "named", range: "Batch", tonnes: expected });
    expect(readSerials(text)).toContainEqual({ kind: "named", range: text, tonnes: null });
  });

  it("are of the whole name, even if it contains a line break", () => {
    expect(tonnes("Big\nBatch, tonne 3 of 9").map(({ range }) => range)).toEqual(["Big Batch"]);
  });

  it.each([
    "Batch, tonne 0 of 9",
    "Batch, tonnes 5–3 of 9",
    "Batch, tonnes 3–10 of 9",
    "Batch, tonne 10 of 9",
    "Batch, tonne 3 of 99999999999999999999",
    "Batch, tonne 99999999999999999999 of 9",
    "Batch, tonne 3 of 9x",
    ", tonne 3 of 9",
    "x\nBatch, tonne x of 9",
    "Batch tonne 3 of 9",
  ])("are none in %j, which is an ordinary name", (text) => {
    expect(tonnes(text)).toEqual([]);
    expect(readSerials(text)).toContainEqual({ kind: "named", range: text, tonnes: null });
  });
});

it.each([
  ["iss_1KP6", true],
  ["ISS_a", true],
  ["xiss_1", false],
  ["iss_", false],
  ["iss_1-", false],
  ["iss_1 ", false],
])("%j is an Isometric issuance: %s", (text, isIssuance) => {
  expect(isometricIssuance.test(text)).toBe(isIssuance);
});

it("texts are equal apart from spaces, case and dashes", () => {
  expect(plainText("a \t b–c‐d−e―f\n")).toBe("AB-C-D-E-F");
  expect(plainText("  a")).toBe("A");
});
