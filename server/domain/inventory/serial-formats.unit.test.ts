import { describe, expect, it } from "vitest";
import { blockKey, cutWith, formats, hasRangeSign, type Parts } from "./serial-format-rules";

interface Examples {
  claims: string[];
  /** Texts that fail the claim. */
  leaves: string[];
  /** before | first | between | last | after */
  reads: string[];
  /** Texts that fail the shape. */
  misses: string[];
}

const head = "643002406555908611";
const other = "643002406555908612";
const examples: Record<Exclude<Parts["kind"], "trailing">, Examples> = {
  verra: {
    claims: ["19-x-VCU-", "2--VCU-1", "19-1-2-vcs-vcu-9"],
    leaves: ["x2-x-VCU-", "-x-VCU-", "2x-VCU-", "2-x-VCU", "2-VCU-1"],
    reads: ["19385-|10|-|12|-VCS-VCU-1507-X", "2-|1|-|2|-VCU-9", "2-|1|-|2|-vcs-vcu-9 (x)"],
    misses: [
      "x2-1-2-VCU-9",
      "2-1-2-VCU-",
      "2-1-2-VCU-9\nx",
      "2-1-2-V1-VCU-9",
      "2-1-2--VCU-9",
      "2-1-2-VCU9",
      "2-1-VCU-9",
      "x-1-2-VCU-9",
    ],
  },
  "gold-standard": {
    claims: ["GS1-1-UG-GS1-", "GS12-34-UGA-GS56-x", "gs1-1-ug-gs1-"],
    leaves: [
      "xGS1-1-UG-GS1-",
      "GS1-1-U-GS1-",
      "GS1-1-UGAN-GS1-",
      "GSx-1-UG-GS1-",
      "GS1-x-UG-GS1-",
      "GS1-1-12-GS1-",
      "GS1-1-UG-GSx-",
      "GS-1-UG-GS1-",
      "GS1--UG-GS1-",
      "GS1-1-UG-GS1",
    ],
    reads: ["GS1-1-UG-GS1-6-2024-7-|1|-|5|", "GS12-34-UGA-GS56-67-2024-78-|10|-|50|"],
    misses: [
      "xGS1-1-UG-GS1-6-2024-7-1-5",
      "GS1-1-UG-GS1-6-2024-7-1-5x",
      "GS1-1-UG-GS1-6-202-7-1-5",
      "GS1-1-UG-GS1-6-20244-7-1-5",
      "GS1-1-UG-GS1-6-2024-7-1",
      "GS1-1-U-GS1-6-2024-7-1-5",
      "GS1-1-12-GS1-6-2024-7-1-5",
      "GS1-1-UG-GS1-6-2024-7-1 - 5",
      "GSx-1-UG-GS1-6-2024-7-1-5",
      "GS1-x-UG-GS1-6-2024-7-1-5",
      "GS1-1-UG-GSx-6-2024-7-1-5",
      "GS1-1-UG-GS1-x-2024-7-1-5",
      "GS1-1-UG-GS1-6-2024-x-1-5",
    ],
  },
  cdm: {
    claims: [
      "RW-5-1-2-2-0-7014 - RW-5-2-2-2-0-7015",
      "RW-55-10-22-22-10-70  –\n RW-55-20-22-22-10-70",
    ],
    leaves: [
      "xRW-5-1-2-2-0-7 - RW-5-2-2-2-0-7",
      "RW-5-1-2-2-0-7 - RW-5-2-2-2-0-7x",
      "R-5-1-2-2-0-7 - RW-5-2-2-2-0-7",
      "RW-5-1-2-2-0-7 - R-5-2-2-2-0-7",
      "RW-5-1-2-2-0 - RW-5-2-2-2-0-7",
      "RW-5-1-2-2-0-7 - RW-5-2-2-2-0",
      "RW-5-1-2-2-0-7-RW-5-2-2-2-0-7",
      "RW-5-1-2-2-0-7- RW-5-2-2-2-0-7",
      "RW-5-1-2-2-0-7 -RW-5-2-2-2-0-7",
      "RW-5-1-2-2-0-7 ~ RW-5-2-2-2-0-7",
      "12-5-1-2-2-0-7 - RW-5-2-2-2-0-7",
      "RW-5-1-2-2-0-7 - 12-5-2-2-2-0-7",
      "RW-x-x-x-x-x-x - RW-5-2-2-2-0-7",
      "RW-5-1-2-2-0-7 - RW-x-x-x-x-x-x",
    ],
    reads: [
      "RW-5-|1|-2-2-0-7014 - RW-5-|9|-2-2-0-7014",
      "RW-55-|10|-22-22-10-70  –\n RW-55-|19|-22-22-10-70",
    ],
    misses: [
      "xRW-5-1-2-2-0-7 - RW-5-9-2-2-0-7",
      "RW-5-1-2-2-0-7 - RW-5-9-2-2-0-7x",
      "RW-5-1-2-2-0-7 - RW-5-9-2-2-0-8",
      "RW-5-1-2-2-0-7 - RW-6-9-2-2-0-7",
      "RW-5-1-2-2-0-7 - RX-5-9-2-2-0-7",
      "RW-5-1-2-2-0-7-RW-5-9-2-2-0-7",
      "RW-5-1-2-2-0 - RW-5-9-2-2-0",
    ],
  },
  apx: {
    claims: ["ACR-", "CAR-1", "art-x"],
    leaves: ["xCAR-1", "CAR1", "CARS-1", "AR-1", " CAR-1"],
    reads: [
      "CAR-1-US-|12| to |15|",
      "ACR-1- |1|  to  |15|",
      "ART-a-|12|-|15|",
      "art-a-|12| –  |15|",
      "CAR-1-|12|–|15|",
    ],
    misses: [
      "xCAR-1-12 to 15",
      "CAR-1-12 to 15x",
      "CAR-12 to 15",
      "CAR-1-12to 15",
      "CAR-1-12 to15",
      "CAR-1-12 bis 15",
      "CAR-1-x to 15",
      "CAR-1-12 to x",
      "CAR-1-12 ~ 15",
    ],
  },
  cercarbono: {
    claims: ["CDC_7", "cdc_1_x"],
    leaves: ["xCDC_7", "CDC_x", "CDC7", "CDC_"],
    reads: [
      "CDC_7_1 from |15| to |44|",
      "CDC_7_1 |5| to |4|",
      "CDC_7_1, |15|, to |44|",
      "CDC_7  from  |15|  to  |44|",
      "cdc_7 FROM |15|-|44|",
      "CDC_7 |15| – |44|",
    ],
    misses: [
      "xCDC_7_1 from 15 to 44",
      "CDC_7_1 from 15 to 44x",
      "CDC_7_1 from15 to 44",
      "CDC_7_1 from 15to 44",
      "CDC_7_1 from 15 to44",
      "CDC_7 1 from 15 to 44",
      "CDC_7_1 von 15 to 44",
      "CDC_7_1 from x to 44",
      "CDC_7_1 from 15 to x",
      "CDC_7,, 15 to 44",
    ],
  },
  puro: {
    claims: ["PURO_", "puro_x"],
    leaves: ["xPURO_", "PURO", "PURO-x"],
    reads: [
      "PURO_FI_x_|1|-|100|",
      "PURO_x_|1| – |9|",
      `PURO_x_${head}|000000000001|-${head}|000000000090|`,
      "PURO_x_|123456789012|-|123456789013|",
    ],
    misses: [
      "xPURO_x_1-100",
      "PURO_x_1-100x",
      "PURO_1-100",
      "PURO__1-100",
      "PURO_x_1 to 100",
      "PURO_x_1-1234567890123",
      "PURO_x_1234567890123-1",
      `PURO_x_${head}000000000001-${other}000000000090`,
    ],
  },
};

const formatOf = (kind: Parts["kind"]) => {
  const format = formats.find((one) => one.kind === kind);
  if (!format) throw new Error(`there is no format ${kind}`);
  return format;
};
const kinds = Object.entries(examples) as [keyof typeof examples, Examples][];

describe.each(kinds)("the format %s", (kind, { claims, leaves, reads, misses }) => {
  const format = formatOf(kind);
  it.each(claims)("claims %j", (text) => expect(format.marker?.test(text)).toBe(true));
  it.each(leaves)("leaves %j to other formats", (text) =>
    expect(format.marker?.test(text)).toBe(false),
  );
  it.each(misses)("rejects %j", (text) => expect(cutWith(format, text)).toBeNull());
  it.each(reads)("splits %j at its numbers", (marked) => {
    const [before, first, between, last, after] = marked.split("|");
    const parts = cutWith(format, marked.replaceAll("|", ""));
    expect(parts).toEqual({ kind, before, first, between, last, after });
  });
});

describe("numbers at the end of any text", () => {
  const trailing = formatOf("trailing");
  it.each([
    "SBX-|1|-|5|",
    "Batch 7, |11| to |20|",
    "a |1|  –  |5|",
    "a |1|  to  |5|",
    "a\t|1|\tTO\t|5|",
    "12a|34|-|5|",
  ])("are read from %j", (marked) => {
    const [before, first, between, last] = marked.split("|");
    expect(cutWith(trailing, marked.replaceAll("|", ""))).toMatchObject({
      before,
      first,
      between,
      last,
    });
  });
  it.each(["1-5", "SBX-1-5x", "SBX-1-", "SBX-x-5", "SBX 1to 5", "SBX 1 to5", "x\nSBX-1-5"])(
    "are not read from %j",
    (text) => expect(cutWith(trailing, text)).toBeNull(),
  );
});

describe("the block of a range", () => {
  const keyOf = (kind: Parts["kind"], text: string) => {
    const parts = cutWith(formatOf(kind), text);
    if (!parts) throw new Error(`${text} is not read`);
    return blockKey(parts);
  };

  it("is the same for any sign between its numbers", () => {
    expect(keyOf("apx", "car-1 - 1 to 5")).toBe(keyOf("apx", "CAR-1-7–9"));
    const forms = ["CDC_7 from 1 to 5", "CDC_7, 1 to 5", "cdc_7, FROM 1 – 5", "CDC_7 1-5"];
    expect(new Set(forms.map((text) => keyOf("cercarbono", text)))).toEqual(new Set(["CDC_7_#-#"]));
    expect(keyOf("cercarbono", "CDC_FROM_7 1-5")).toBe("CDC_FROM_7_#-#");
  });

  it("ignores the last sign of Verra's ranges if it is 0, 1 or O, and of no other format", () => {
    const verra = (end: string) => keyOf("verra", `2-1-2-VCU-9${end}`);
    expect(new Set(["-0", "-1", "-o"].map(verra)).size).toBe(1);
    expect(new Set(["-0", "-2", "-00", "-0-x", "0"].map(verra)).size).toBe(5);
    const cdm = (end: string) => keyOf("cdm", `RW-5-1-2-2-0-${end} - RW-5-9-2-2-0-${end}`);
    expect(cdm("0")).not.toBe(cdm("1"));
    expect(cdm("0")).toBe("RW-5-#-2-2-0-0-RW-5-#-2-2-0-0");
  });
});

describe("a sign of a range", () => {
  it.each([
    "A1 to 5",
    "1  to  A5",
    "1 through 5",
    "1 THRU x5",
    "1 until 5",
    "1 bis 5",
    "1 hasta 5",
    "1..5",
    "1 ... 5",
    "1…5",
    "1  ->  5",
    "1→5",
    "1~5",
    "1–5",
    "1  —  5",
    "1−5",
    "from 5",
    "x from  5",
    "FROM 5",
    "1-5",
    "(1-5)",
    "a: 12  -  50, b",
    "a,1-5;",
    "a;1-5 b",
    "a:1-5",
  ])("is in %j", (text) => expect(hasRangeSign(text)).toBe(true));

  it.each([
    "Batch 7",
    "A to 5",
    "1 to B",
    "1to 5",
    "1 to5",
    "1 to x 5",
    "1.5",
    "a..5",
    "1..b",
    "1->b",
    "a–5",
    "1–b",
    "xfrom 5",
    "from5",
    "from x",
    "KE-2021-17",
    "a1-5",
    "1-5a",
    "1-a",
    "x-5",
    "1-5-9",
    "/1-5/",
  ])("is not in %j", (text) => expect(hasRangeSign(text)).toBe(false));
});
