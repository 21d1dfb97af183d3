import { expect, it } from "vitest";
import { euCountryCodes } from "#core/countries";
import { readVatId } from "./vat-ids";

/** Country → well-formed ids, as documents state them, and malformed ones. */
const examples: Record<string, { valid: string[]; invalid: string[] }> = {
  AT: { valid: ["ATU12345678"], invalid: ["AT12345678", "ATU1234567"] },
  BE: { valid: ["BE0123456789", "BE1012345678"], invalid: ["BE123456789", "BE2123456789"] },
  BG: { valid: ["BG123456789", "BG1234567890"], invalid: ["BG12345678"] },
  CY: { valid: ["CY12345678X"], invalid: ["CY123456789"] },
  CZ: { valid: ["CZ12345678", "CZ1234567890"], invalid: ["CZ1234567"] },
  DE: { valid: ["DE123456789"], invalid: ["DE12345678", "DE12345678A", "FR12345678901"] },
  DK: { valid: ["DK12345678"], invalid: ["DK123456789"] },
  EE: { valid: ["EE123456789"], invalid: ["EE12345678"] },
  ES: { valid: ["ESX1234567X", "ESA12345678", "ES12345678Z"], invalid: ["ES123456789"] },
  FI: { valid: ["FI12345678"], invalid: ["FI1234567"] },
  FR: {
    valid: ["FR12345678901", "FRXX345678901", "FRFR345678901"],
    invalid: ["FRIO345678901", "FR345678901"],
  },
  GR: { valid: ["EL123456789"], invalid: ["EL12345678"] },
  HR: { valid: ["HR12345678901"], invalid: ["HR1234567890"] },
  HU: { valid: ["HU12345678"], invalid: ["HU123456789"] },
  IE: { valid: ["IE1S23456L", "IE1234567WA", "IE1234567L"], invalid: ["IE1234567"] },
  IT: { valid: ["IT12345678901"], invalid: ["IT1234567890"] },
  LT: { valid: ["LT123456789", "LT123456789012"], invalid: ["LT1234567890"] },
  LU: { valid: ["LU12345678"], invalid: ["LU1234567"] },
  LV: { valid: ["LV12345678901"], invalid: ["LV1234567890"] },
  MT: { valid: ["MT12345678"], invalid: ["MT123456789"] },
  NL: { valid: ["NL123456789B01"], invalid: ["NL123456789001"] },
  PL: { valid: ["PL1234567890"], invalid: ["PL123456789"] },
  PT: { valid: ["PT123456789"], invalid: ["PT12345678"] },
  RO: { valid: ["RO12", "RO1234567890"], invalid: ["RO1", "RO12345678901"] },
  SE: { valid: ["SE123456789001"], invalid: ["SE1234567890"] },
  SI: { valid: ["SI12345678"], invalid: ["SI123456789"] },
  SK: { valid: ["SK1234567890"], invalid: ["SK123456789"] },
  GB: {
    valid: ["GB123456789", "GB123456789001", "GBGD123", "GBHA567"],
    invalid: ["GB12345678", "GBGD567", "XI123456789"],
  },
  CH: { valid: ["CHE123456789", "CHE123456789MWST"], invalid: ["CHE12345678", "CHE123456789XX"] },
  NO: { valid: ["NO123456789MVA"], invalid: ["NO123456789"] },
  US: { valid: ["123456789"], invalid: ["EIN", "1", ""] },
};

it("there are examples for every member state of the European Union", () => {
  expect([...euCountryCodes].filter((code) => !examples[code])).toEqual([]);
});

it.each(Object.entries(examples))("%s: only well-formed ids are accepted", (country, ids) => {
  const read = (typed: string) => readVatId({ country, typed });
  expect(ids.valid.map(read)).toEqual(ids.valid);
  expect(ids.invalid.map(read)).toEqual(ids.invalid.map(() => null));
  expect(read("")).toBeNull();
});

it.each([
  ["DE", "de 123 456 789", "DE123456789"],
  ["DE", "123456789", "DE123456789"],
  ["GR", "GR 123456789", "EL123456789"],
  ["GR", "123 456 789", "EL123456789"],
  ["CH", "CHE-123.456.789 MWST", "CHE123456789MWST"],
  ["NO", "123 456 789 MVA", "NO123456789MVA"],
  ["FR", "FR345678901", null],
  ["FR", "DE123456789", null],
  ["FR", "XX345678901", "FRXX345678901"],
  ["FR", "FRfr 345 678 901", "FRFR345678901"],
  ["BE", "BE 0123.456.789", "BE0123456789"],
  ["US", "12-3456789", "123456789"],
])("%s: %s is stored as %s", (country, typed, stored) => {
  expect(readVatId({ country, typed })).toBe(stored);
});
