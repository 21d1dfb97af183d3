import { Problem } from "#core/errors";
import { type Activity, defaultFactors, type EmissionFactor } from "./default-factors";
import { MAX_AMOUNT_KG } from "./price-rules";

export interface FactorInForce extends EmissionFactor {
  origin: "default" | "imported";
}

/** Quantities of an activity, by field name. */
export interface Quantities {
  distance_km?: number;
  freight_mass_kg?: number;
  square_footage?: number;
}

function byDistance(a: EmissionFactor, b: EmissionFactor): number {
  return a.fromDistanceKm - b.fromDistanceKm;
}

/** All factors in force: those imported for an activity replace all its defaults. */
export function factorsInForce(imported: readonly EmissionFactor[]): FactorInForce[] {
  const activities = [...new Set(defaultFactors.map(({ activity }) => activity))];
  return activities.flatMap((activity) => {
    const isOf = (factor: EmissionFactor) => factor.activity === activity;
    const importedSteps = imported.filter(isOf);
    const origin = importedSteps.length > 0 ? "imported" : "default";
    const steps = importedSteps.length > 0 ? importedSteps : defaultFactors.filter(isOf);
    return steps.toSorted(byDistance).map((step): FactorInForce => ({ ...step, origin }));
  });
}

/** The activity's default factor at this distance, of the last step reached. */
export function defaultKgPerUnit(activity: Activity, distanceKm: number): number {
  const reached = defaultFactors
    .filter((factor) => factor.activity === activity && factor.fromDistanceKm <= distanceKm)
    .toSorted(byDistance)
    .at(-1);
  if (!reached) throw new Error("every activity has a default emission factor");
  return reached.kgCo2ePerUnit;
}

/** The number as a decimal: `digits` times 10^exponent. */
function toDecimal(value: number): { digits: bigint; exponent: number } {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Product of positive decimals, rounded up to a whole number, without floating point. */
export function ceilProduct(values: readonly number[]): bigint {
  const decimals = values.map(toDecimal);
  const digits = decimals.reduce((product, decimal) => product * decimal.digits, 1n);
  const exponent = decimals.reduce((sum, decimal) => sum + decimal.exponent, 0);
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? (digits + power - 1n) / power : digits * power;
}

/**
 * Computes emissions in whole kg of CO2e, rounded up.
 * @throws invalid naming the quantities, if they are too large
 */
export function emissionsOf(quantities: Quantities, kgCo2ePerUnit: number): number {
  const values = [...Object.values(quantities), kgCo2ePerUnit];
  // The factor is per tonne.
  if (quantities.freight_mass_kg !== undefined) values.push(0.001);
  const amountKg = ceilProduct(values);
  if (amountKg <= MAX_AMOUNT_KG) return Number(amountKg);
  const messages = [`makes more than ${MAX_AMOUNT_KG} kg of CO2e`];
  const errors = Object.fromEntries(Object.keys(quantities).map((field) => [field, messages]));
  throw new Problem("invalid-parameters", { errors });
}
