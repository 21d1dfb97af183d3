import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "#core/errors";
import { EmissionFactorEntry } from "#domain/catalogue";
import { defaultFactors } from "./default-factors";
import { ceilProduct, defaultKgPerUnit, emissionsOf, factorsInForce } from "./factor-rules";

/** A decimal with up to seven digits, as a fraction and as the number that JSON parses. */
const decimal = fc
  .record({ digits: fc.integer({ min: 1, max: 9_999_999 }), positions: fc.nat({ max: 20 }) })
  .map(({ digits, positions }) => ({
    numerator: BigInt(digits),
    denominator: 10n ** BigInt(positions),
    number: Number(`${digits}e-${positions}`),
  }));

describe("an amount", () => {
  test("is the exact product of the decimals, rounded up", () => {
    const values = fc.array(decimal, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(values, (parts) => {
        const numerator = parts.reduce((product, part) => product * part.numerator, 1n);
        const denominator = parts.reduce((product, part) => product * part.denominator, 1n);
        const whole = numerator / denominator;
        const expected = numerator % denominator === 0n ? whole : whole + 1n;
        expect(ceilProduct(parts.map((part) => part.number))).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test("is exact where floating point is not", () => {
    const kg = (distanceKm: number, factor: number) =>
      emissionsOf({ distance_km: distanceKm }, factor);
    // Each of these products is whole; as a double it is slightly larger.
    for (const [distanceKm, factor, expected] of [
      [1100, 0.07, 77],
      [12_000, 0.16725, 2007],
      [96_000, 0.16725, 16_056],
      [50_000, 0.15282, 7641],
    ] as const) {
      expect(Math.ceil(distanceKm * factor)).toBe(expected + 1);
      expect(kg(distanceKm, factor)).toBe(expected);
    }
    expect(kg(100, 0.16725)).toBe(17);
    expect(kg(4000, 0.16725)).toBe(669);
    expect(kg(4000.001, 0.16725)).toBe(670);
  });

  test("is whole and at least one, for positive numbers within the limit", () => {
    const positive = fc.double({ min: 0, minExcluded: true, max: 30_000, noNaN: true });
    fc.assert(
      fc.property(positive, positive, (distanceKm, factor) => {
        const amountKg = emissionsOf({ distance_km: distanceKm }, factor);
        expect(amountKg).toSatisfy(Number.isSafeInteger);
        expect(amountKg).toBeGreaterThanOrEqual(1);
        expect(Math.abs(amountKg - distanceKm * factor)).toBeLessThanOrEqual(1 + 1e-6);
      }),
    );
    expect(emissionsOf({ distance_km: Number.MIN_VALUE }, 0.00001)).toBe(1);
  });

  test("counts freight in tonnes", () => {
    expect(emissionsOf({ freight_mass_kg: 1000, distance_km: 3000 }, 1.27835)).toBe(3836);
    expect(emissionsOf({ freight_mass_kg: 1, distance_km: 1000 }, 2)).toBe(2);
  });

  test("is at most a million tonnes, and the error names the fields", () => {
    expect(emissionsOf({ distance_km: 2_000_000_000 }, 0.5)).toBe(1_000_000_000);
    const errorsOf = (work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        return error instanceof Problem ? error.errors : error;
      }
    };
    const tooFar = { distance_km: 2_000_000_000.1 };
    const messages = ["makes more than 1000000000 kg of CO2e"];
    expect(errorsOf(() => emissionsOf(tooFar, 0.5))).toEqual({ distance_km: messages });
    const tooMuch = { freight_mass_kg: Number.MAX_VALUE, distance_km: Number.MAX_VALUE };
    expect(errorsOf(() => emissionsOf(tooMuch, 1))).toEqual({
      freight_mass_kg: messages,
      distance_km: messages,
    });
  });
});

describe("the defaults", () => {
  const activities = EmissionFactorEntry.shape.activity.options;

  test("can be imported as they are: every activity is included, from 0 km", () => {
    for (const factor of defaultFactors) {
      const entry = {
        activity: factor.activity,
        from_distance_km: factor.fromDistanceKm,
        unit: factor.unit,
        kg_co2e_per_unit: factor.kgCo2ePerUnit,
        source: factor.source,
        edition: factor.edition,
        url: factor.url,
      };
      expect(EmissionFactorEntry.parse(entry)).toEqual(entry);
    }
    const fromZero = defaultFactors.filter(({ fromDistanceKm }) => fromDistanceKm === 0);
    expect(fromZero.map(({ activity }) => activity).toSorted()).toEqual(activities.toSorted());
  });

  test("are short-haul below 3,700 km and long-haul from there", () => {
    expect(defaultKgPerUnit("flight", 3699.999)).toBe(0.12786);
    expect(defaultKgPerUnit("flight", 3700)).toBe(0.15282);
    expect(defaultKgPerUnit("air_freight", 0.1)).toBe(1.27835);
    expect(defaultKgPerUnit("air_freight", 20_000)).toBe(0.89939);
    expect(defaultKgPerUnit("train", 20_000)).toBe(0.03546);
  });

  test("of buses match the sources they are derived from", () => {
    const kmPerMile = 1 / 0.621371;
    const gases = (ch4G: number, n2oG: number) => (ch4G * 28 + n2oG * 265) / 1000;
    const dieselGases = gases(0.0095, 0.0431);
    const small = 8.78 / 7.1 + gases(0.0332, 0.01);
    const school = (10.21 * 0.125) / 0.138 / 6.2 + dieselGases;
    const coach = 10.21 / 6.4 + dieselGases;
    expect(defaultKgPerUnit("small_bus", 1)).toBeCloseTo(small / kmPerMile, 5);
    expect(defaultKgPerUnit("school_bus", 1)).toBeCloseTo(school / kmPerMile, 5);
    expect(defaultKgPerUnit("coach_bus", 1)).toBeCloseTo(coach / kmPerMile, 5);
  });
});

describe("the factors in force", () => {
  test("are the imported ones of an activity in place of all its defaults, by distance", () => {
    const own = { unit: "passenger_km", source: "S", edition: "E", url: null, kgCo2ePerUnit: 1 };
    const imported = [
      { activity: "flight", fromDistanceKm: 900, ...own },
      { activity: "flight", fromDistanceKm: 0, ...own },
    ];
    const inForce = factorsInForce(imported);
    const flights = inForce.filter(({ activity }) => activity === "flight");
    expect(flights.map(({ fromDistanceKm, origin }) => [fromDistanceKm, origin])).toEqual([
      [0, "imported"],
      [900, "imported"],
    ]);
    const others = inForce.filter(({ activity }) => activity !== "flight");
    expect(others.every(({ origin }) => origin === "default")).toBe(true);
    expect(inForce).toHaveLength(defaultFactors.length);
  });
});
