// Which emission factor applies to an activity, and how many whole kg it comes to. Pure and exact.
import { Problem } from "#core/errors";
import { type Activity, defaultFactors, type EmissionFactor } from "./default-factor-rules";
import { MAX_AMOUNT_KG } from "./price-rules";

export interface FactorInForce extends EmissionFactor {
  origin: "default" | "imported";
}

/** How much of an activity, by the names of the fields that say so. */
export interface Quantities {
  distance_km?: number;
  freight_mass_kg?: number;
  square_footage?: number;
}

function byDistance(a: EmissionFactor, b: EmissionFactor): number {
  return a.fromDistanceKm - b.fromDistanceKm;
}

/** All factors in force: those imported for an activity stand in for all its defaults. */
export function factorsInForce(imported: readonly EmissionFactor[]): FactorInForce[] {
  const activities = [...new Set(defaultFactors.map(({ activity }) => activity))];
  return activities.flatMap((activity) => {
    const isOf = (factor: EmissionFactor) => factor.activity === activity;
    const own = imported.filter(isOf);
    const origin = own.length > 0 ? "imported" : "default";
    const steps = own.length > 0 ? own : defaultFactors.filter(isOf);
    return steps.toSorted(byDistance).map((step): FactorInForce => ({ ...step, origin }));
  });
}

/** The default factor of the activity at the distance: that of the last step it has reached. */
export function defaultKgPerUnit(activity: Activity, distanceKm: number): number {
  const reached = defaultFactors
    .filter((factor) => factor.activity === activity && factor.fromDistanceKm <= distanceKm)
    .toSorted(byDistance)
    .at(-1);
  if (!reached) throw new Error("every activity has a default emission factor");
  return reached.kgCo2ePerUnit;
}

/** The decimal that a number is written as, and was sent as, in whole units of 10^exponent. */
function toDecimal(value: number): { digits: bigint; exponent: number } {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The product of positive decimals, rounded up to a whole number: no double lies between. */
export function ceilProduct(values: readonly number[]): bigint {
  const decimals = values.map(toDecimal);
  const digits = decimals.reduce((product, decimal) => product * decimal.digits, 1n);
  const exponent = decimals.reduce((sum, decimal) => sum + decimal.exponent, 0);
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? (digits + power - 1n) / power : digits * power;
}

/** The next whole kg of CO2e. @throws invalid naming the quantities, where that is too much */
export function emissionsOf(quantities: Quantities, kgCo2ePerUnit: number): number {
  const values = [...Object.values(quantities), kgCo2ePerUnit];
  // The factor is per tonne.
  if (quantities.freight_mass_kg !== undefined) values.push(0.001);
  const amountKg = ceilProduct(values);
  if (amountKg <= MAX_AMOUNT_KG) return Number(amountKg);
  const told = [`makes more than ${MAX_AMOUNT_KG} kg of CO2e`];
  const errors = Object.fromEntries(Object.keys(quantities).map((field) => [field, told]));
  throw new Problem("invalid-parameters", { errors });
}
