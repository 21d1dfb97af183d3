import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isNumbered,
  narrowSerialRange,
  parseSerialRange,
  type SerialForm,
  SerialRangeError,
  serialRangesOverlap,
} from "./serial-rules";

const issuance = "iss_1KP6EDZ8K1S036PY";

/** Narrows a lot whose text is parsed as of today. */
function narrow(range: string, quantityKg: number, [fromKg, toKg]: [number, number]) {
  const { kind } = parseSerialRange(range, quantityKg);
  const serialForm: SerialForm = kind === "isometric" ? "named" : "numbered";
  return narrowSerialRange({ serialNumberRange: range, quantityKg, serialForm }, fromKg, toKg);
}

function numbersOf(range: string, quantityKg: number) {
  const read = parseSerialRange(range, quantityKg);
  if (!isNumbered(read)) throw new Error("numbers are expected");
  return read;
}

interface Lot {
  range: string;
  quantityKg: number;
}

/** A lot of any format with up to 200 tonnes, from any first serial. */
const numberedLots: fc.Arbitrary<Lot> = fc
  .record({
    first: fc.integer({ min: 0, max: 999_999_000 }),
    tonnes: fc.integer({ min: 1, max: 200 }),
    width: fc.integer({ min: 0, max: 12 }),
    format: fc.constantFrom(
      ...(["verra", "gold-standard", "cdm", "apx", "cercarbono", "puro", "trailing"] as const),
    ),
  })
  .map(({ first, tonnes, width, format }) => {
    const a = String(first).padStart(width, "0");
    const b = String(first + tonnes - 1).padStart(width, "0");
    const range = {
      verra: `19385-${a}-${b}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-0`,
      "gold-standard": `GS1-1-UG-GS11236-16-2024-30307-${a}-${b}`,
      cdm: `RW-5-${a}-2-2-0-7014 - RW-5-${b}-2-2-0-7014`,
      apx: `ACR-US-192-2010-203-${a} to ${b}`,
      cercarbono: `CDC_7_1_1_321_14_CO_1_1 from ${a} to ${b}`,
      puro: `PURO_PR_CORC_FI_577166_2020_x_${a}-${b}`,
      trailing: `SBX-KE-1042-2023-${a}-${b}`,
    }[format];
    return { range, quantityKg: tonnes * 1000 };
  });

const opaqueLots: fc.Arbitrary<Lot> = fc
  .integer({ min: 1, max: 200_000 })
  .map((quantityKg) => ({ range: issuance, quantityKg }));

/** Kg from 0 to a quantity; every other one is at or near the edge of a tonne. */
const kgUpTo = (quantityKg: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: 0, max: quantityKg }),
    fc
      .tuple(fc.integer({ min: 0, max: Math.floor(quantityKg / 1000) }), fc.constantFrom(-1, 0, 1))
      .map(([tonnes, offset]) => Math.min(Math.max(tonnes * 1000 + offset, 0), quantityKg)),
  );

/** A lot, and the kg at which it is cut into adjacent pieces. */
const partitions = fc.oneof(numberedLots, opaqueLots).chain((lot) =>
  fc.uniqueArray(kgUpTo(lot.quantityKg), { maxLength: 30 }).map((inner) => ({
    ...lot,
    cuts: [...new Set([0, ...inner, lot.quantityKg])].sort((a, b) => a - b),
  })),
);

/** A lot and a piece of it. */
const piecesOfLots = numberedLots.chain((lot) =>
  fc
    .tuple(kgUpTo(lot.quantityKg), kgUpTo(lot.quantityKg))
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({ lot, fromKg: Math.min(a, b), toKg: Math.max(a, b) })),
);

/** First and last tonne of a narrowed range, counted from 0. */
function tonnesNamed(narrowed: string, lot: Lot): [number, number] {
  if (narrowed === lot.range) return [0, Math.ceil(lot.quantityKg / 1000) - 1];
  const named = /, tonnes? (\d+)(?:–(\d+))? of \d+$/.exec(narrowed);
  if (named !== null) return [Number(named[1]) - 1, Number(named[2] ?? named[1]) - 1];
  const whole = numbersOf(lot.range, lot.quantityKg);
  const numbers = narrowed.match(/\d+/g)?.map(Number) ?? [];
  const end = [numbers.length - 2, numbers.length - 1];
  const ofOthers: Record<string, number[]> = { verra: [1, 2], cdm: [1, 7] };
  const [first, last] = (ofOthers[whole.kind] ?? end).map(
    (place) => (numbers[place] ?? -1) - whole.first,
  );
  return [first ?? -1, last ?? -1];
}

describe("for every lot", () => {
  test("the pieces of a partition touch each tonne, in order, and share one at most", () => {
    fc.assert(
      fc.property(partitions, ({ cuts, ...lot }) => {
        let reached = -1;
        for (const [index, toKg] of cuts.entries()) {
          const fromKg = cuts[index - 1];
          if (fromKg === undefined) continue;
          const narrowed = narrow(lot.range, lot.quantityKg, [fromKg, toKg]);
          const [first, last] = tonnesNamed(narrowed, lot);
          // They share a tonne exactly if the cut is within it.
          expect(first).toBe(fromKg % 1000 === 0 ? reached + 1 : reached);
          expect(last).toBeGreaterThanOrEqual(first);
          reached = last;
        }
        expect(reached).toBe(Math.ceil(lot.quantityKg / 1000) - 1);
      }),
    );
  });

  test("a narrowed range is parsed as the same serials of the same block", () => {
    fc.assert(
      fc.property(piecesOfLots, ({ lot, fromKg, toKg }) => {
        const whole = numbersOf(lot.range, lot.quantityKg);
        const narrowed = narrow(lot.range, lot.quantityKg, [fromKg, toKg]);
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

  test("the whole lot keeps its range unchanged", () => {
    fc.assert(
      fc.property(fc.oneof(numberedLots, opaqueLots), ({ range, quantityKg }) => {
        expect(narrow(range, quantityKg, [0, quantityKg])).toBe(range);
      }),
    );
  });

  test("any text is parsed, or rejected with a SerialRangeError", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1 }), (text, quantityKg) => {
        try {
          expect(narrow(text, quantityKg, [0, quantityKg])).toBe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SerialRangeError);
        }
      }),
    );
  });
});
