// Properties of drawn serials of every format, with every part drawn.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSerials } from "./serial-format-rules";
import {
  isNumbered,
  type NumberedSerialRange,
  narrowSerialRange,
  overlappingPairs,
  parseSerialRange,
  SerialRangeError,
  serialRangesOverlap,
} from "./serial-rules";

const letters = (length: number) =>
  fc.string({
    unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    minLength: length,
    maxLength: length,
  });
const number = fc.integer({ min: 1, max: 99_999 }).map(String);
const year = fc.integer({ min: 1990, max: 2030 }).map(String);
const country = letters(2);
const uuid = fc.uuid();
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."123456789"), minLength: length, maxLength: length });

/** A text of the numbers, with all other parts of the serial drawn. */
type Print = (first: number, last: number) => string;

const verra = fc
  .tuple(number, fc.constantFrom("VCS-", "JNR-", ""), number, country, number, number, year)
  .map(
    ([batch, program, a, land, type, project, y]): Print =>
      (first, last) =>
        `${batch}-${first}-${last}-${program}VCU-${a}-VER-${land}-${type}-${project}-0101${y}-3112${y}-1`,
  );
const goldStandard = fc.tuple(country, number, number, year, number).map(
  ([land, project, type, y, issuance]): Print =>
    (first, last) =>
      `GS1-1-${land}-GS${project}-${type}-${y}-${issuance}-${first}-${last}`,
);
const cdm = fc.tuple(country, number, number, number).map(([land, party, a, project]): Print => {
  const unit = (serial: number) => `${land}-${party}-${serial}-${a}-2-0-${project}`;
  return (first, last) => `${unit(first)} - ${unit(last)}`;
});
const apx = fc
  .tuple(fc.constantFrom("ACR", "CAR-1", "CAR-ROC", "ART", "FCPF"), country, number, year, number)
  .map(
    ([program, land, project, y, issuance]): Print =>
      (first, last) =>
        `${program}-${land}-${project}-${y}-${issuance}-${first} to ${last}`,
  );
const cercarbono = fc.tuple(number, number, country, year).map(
  ([project, type, land, y]): Print =>
    (first, last) =>
      `CDC_${project}_1_1_${type}_14_${land}_1_2_${y} from ${first} to ${last}`,
);
const puro = fc.tuple(fc.constantFrom("CORC", "CORC100+"), country, digits(6), year, uuid).map(
  ([type, land, facility, y, issuance]): Print =>
    (first, last) =>
      `PURO_PR_${type}_${land}_${facility}_${y}_${issuance}_${first}-${last}`,
);
const oldPuro = fc
  .tuple(country, digits(6), year, digits(18))
  .map(([land, facility, y, head]): Print => {
    const certificate = (serial: number) => `${head}${String(serial).padStart(12, "0")}`;
    return (first, last) =>
      `PURO_PR_CORC_${land}_${facility}_${y}_x_${certificate(first)}-${certificate(last)}`;
  });

const prints: Readonly<Record<string, fc.Arbitrary<Print>>> = {
  verra,
  "gold-standard": goldStandard,
  cdm,
  apx,
  cercarbono,
  puro,
  "puro with facility numbers": oldPuro,
};
const formats = Object.entries(prints).map(([name, print]) => [name, print] as const);

const ranges = fc
  .tuple(fc.integer({ min: 1, max: 900_000_000 }), fc.integer({ min: 1, max: 100_000 }))
  .map(([first, count]) => ({ first, last: first + count - 1, kg: count * 1000 }));

function numbered(text: string, kg: number): NumberedSerialRange {
  const range = parseSerialRange(text, kg);
  if (!isNumbered(range)) throw new Error(`${text} is not numbered`);
  return range;
}

test.each(formats)(
  "%s: what is printed is parsed as the same serials, and printed again",
  (name, print) => {
    fc.assert(
      fc.property(print, ranges, (write, { first, last, kg }) => {
        const text = write(first, last);
        const range = numbered(text, kg);
        expect(range).toMatchObject({ kind: name.split(" ")[0], range: text, first, last });
        const lot = { serialNumberRange: text, quantityKg: kg, serialForm: "numbered" } as const;
        expect(narrowSerialRange(lot, 0, kg)).toBe(text);
        // Copies differ in case, spaces at the ends and typographic dashes.
        const { blockKey: block } = range;
        for (const copy of [text.toLowerCase(), ` ${text}\n`, text.replaceAll("-", "\u2011")]) {
          expect(readSerials(copy)).toContainEqual({ kind: "numbered", block, first, last });
        }
      }),
    );
  },
);

test.each(formats)(
  "%s: parts of a range are contained in it, and overlap as their numbers do",
  (_, print) => {
    const parts = ranges.chain(({ first, last, kg }) => {
      const tonne = fc.integer({ min: first, max: last });
      return fc.record({
        whole: fc.constant({ first, last, kg }),
        one: fc
          .tuple(tonne, tonne)
          .map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) })),
        two: fc
          .tuple(tonne, tonne)
          .map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) })),
      });
    });
    fc.assert(
      fc.property(print, parts, (write, { whole, one, two }) => {
        const lot = {
          serialNumberRange: write(whole.first, whole.last),
          quantityKg: whole.kg,
          serialForm: "numbered",
        } as const;
        const part = ({ first, last }: typeof one) =>
          narrowSerialRange(lot, (first - whole.first) * 1000, (last - whole.first + 1) * 1000);
        const kgOf = ({ first, last }: typeof one) => (last - first + 1) * 1000;
        expect(part(one)).toBe(write(one.first, one.last));
        const [all, a, b] = [
          numbered(lot.serialNumberRange, whole.kg),
          numbered(part(one), kgOf(one)),
          numbered(part(two), kgOf(two)),
        ];
        for (const { blockKey, first, last } of [a, b]) {
          expect(blockKey).toBe(all.blockKey);
          expect(first >= all.first && last <= all.last).toBe(true);
        }
        const doOverlap = one.first <= two.last && two.first <= one.last;
        expect(serialRangesOverlap(a, b)).toBe(doOverlap);
        expect(overlappingPairs([{ range: a }, { range: b }])).toHaveLength(doOverlap ? 1 : 0);
      }),
    );
  },
);

test.each(formats)(
  "%s: a quantity that disagrees is refused, declared opaque or not",
  (_, print) => {
    fc.assert(
      fc.property(print, ranges, fc.integer({ min: 1, max: 200_000_000 }), (write, range, kg) => {
        fc.pre(kg !== range.kg);
        for (const isOpaque of [false, true]) {
          const text = write(range.first, range.last);
          expect(() => parseSerialRange(text, kg, { isOpaque })).toThrow(SerialRangeError);
        }
      }),
    );
  },
);

test.each(formats)(
  "%s: a range with text after it is parsed or refused, never a name",
  (_, print) => {
    const ends = fc.constantFrom(" (2021)", ", of which 3 are left", "; ", " x");
    fc.assert(
      fc.property(print, ranges, ends, (write, { first, last, kg }, end) => {
        const text = `${write(first, last)}${end}`;
        let kind = "refused";
        try {
          kind = parseSerialRange(text, kg, { isOpaque: true }).kind;
        } catch (error) {
          expect(error).toBeInstanceOf(SerialRangeError);
        }
        expect(kind).not.toBe("opaque");
      }),
    );
  },
);

test("two issuances never overlap, whatever their numbers", () => {
  fc.assert(
    fc.property(
      fc.oneof(...Object.values(prints)),
      fc.oneof(...Object.values(prints)),
      ranges,
      (one, two, { first, last, kg }) => {
        const [a, b] = [one(first, last), two(first, last)];
        const [read, other] = [numbered(a, kg), numbered(b, kg)];
        fc.pre(read.blockKey !== other.blockKey);
        expect(serialRangesOverlap(read, other)).toBe(false);
      },
    ),
  );
});

test("an Isometric issuance is a name, and never a range", () => {
  const id = fc
    .string({
      unit: fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
      minLength: 16,
      maxLength: 16,
    })
    .map((text) => `iss_${text}`);
  fc.assert(
    fc.property(id, fc.integer({ min: 1, max: 100_000_000 }), (text, kg) => {
      expect(parseSerialRange(text, kg)).toMatchObject({ kind: "isometric", range: text });
      const lot = { serialNumberRange: text, quantityKg: kg, serialForm: "named" } as const;
      expect(narrowSerialRange(lot, 0, kg)).toBe(text);
    }),
  );
});
