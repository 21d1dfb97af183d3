import { sql } from "kysely";
import { z } from "zod";
import type { AccountContext, Context, Mode, ModeContext } from "#core/context";
import type { Sql } from "#core/db";
import { notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import type { Activity } from "./default-factors";
import {
  defaultKgPerUnit,
  emissionsOf,
  type FactorInForce,
  factorsInForce,
  type Quantities,
} from "./factor-rules";
import { type Offer, type ResolveOffer, resolveOffer } from "./offers";
import type { SetEmissionFactor } from "./schema";
import { lockCatalogue } from "./store";
import type { CatalogueTables } from "./tables";

const query = queriesOn<CatalogueTables>();

interface FactorQuery {
  mode: Mode;
  activity: string;
  distanceKm: number;
}

const findFactor = query("catalogue-find-factor", (db, factor: Params<FactorQuery>) =>
  db
    .selectFrom("emissionFactors")
    .select("kgCo2ePerUnit")
    .where("mode", "=", factor.mode)
    .where("activity", "=", factor.activity)
    .where("fromDistanceKm", "<=", sql<number>`${factor.distanceKm}::float8`)
    .orderBy("fromDistanceKm", "desc")
    .limit(1),
);

/**
 * The factor imported for the activity at this distance; null if none was. An import always has a
 * step from 0 km.
 */
export async function findImportedKgPerUnit(db: Sql, query: FactorQuery): Promise<number | null> {
  const [row] = await findFactor(db, query);
  return row?.kgCo2ePerUnit ?? null;
}

interface PriceActivity extends ResolveOffer {
  activity: Activity;
  quantities: Quantities;
}

/**
 * Rounds an activity up to whole kg and finds the offer for it.
 * @throws invalid-subaccount; invalid `portfolio_id`, or naming quantities that make too many kg
 */
export async function priceActivity(
  ctx: AccountContext,
  { activity, quantities, ...offerQuery }: PriceActivity,
): Promise<{ amountKg: number; offer: Offer }> {
  const { mode } = ctx.account;
  const distanceKm = quantities.distance_km ?? 0;
  const [offer, imported] = await Promise.all([
    resolveOffer(ctx, offerQuery),
    findImportedKgPerUnit(ctx.db, { mode, activity, distanceKm }),
  ]);
  const kgCo2ePerUnit = imported ?? defaultKgPerUnit(activity, distanceKm);
  return { amountKg: emissionsOf(quantities, kgCo2ePerUnit), offer };
}

/** All factors of the account's mode, grouped by activity and sorted by distance. */
export async function listEmissionFactors(ctx: ModeContext): Promise<FactorInForce[]> {
  const { mode } = ctx.account;
  return factorsInForce(await ctx.db.prisma.emissionFactor.findMany({ where: { mode } }));
}

/**
 * Changes one step. Imported factors replace all defaults of their activity, so the activity's
 * other steps are stored too, unchanged.
 * @throws not-found
 */
export async function setEmissionFactor(
  ctx: Context,
  { mode, ...input }: SetEmissionFactor & { mode: Mode },
): Promise<void> {
  const { activity, from_distance_km: fromDistanceKm } = input;
  // Imports replace all steps of an activity, so they must not run at the same time.
  await lockCatalogue(ctx, mode);
  const inForce = await listEmissionFactors({ ...ctx, account: { mode } });
  const steps = inForce.filter((factor) => factor.activity === activity);
  const step = steps.find((factor) => factor.fromDistanceKm === fromDistanceKm);
  if (!step) throw notFound("emission factor");
  const { kg_co2e_per_unit: kgCo2ePerUnit, source, edition, url } = input;
  await ctx.db.prisma.emissionFactor.createMany({
    data: steps.map(({ origin: _, ...factor }) => ({ mode, ...factor })),
    skipDuplicates: true,
  });
  await ctx.db.prisma.emissionFactor.update({
    where: { mode_activity_fromDistanceKm: { mode, activity, fromDistanceKm } },
    data: { kgCo2ePerUnit, source, edition, url },
  });
  await recordAudit(ctx, {
    action: "emission_factor.set",
    subjectId: activity,
    data: {
      mode,
      from_distance_km: fromDistanceKm,
      kg_co2e_per_unit: kgCo2ePerUnit,
      before: step.kgCo2ePerUnit,
    },
  });
}

/** Deletes the installation's own steps of the activity. @throws not-found if it has none */
export async function resetEmissionFactors(
  ctx: Context,
  { mode, activity }: { mode: Mode; activity: string },
): Promise<void> {
  await lockCatalogue(ctx, mode);
  const { count } = await ctx.db.prisma.emissionFactor.deleteMany({ where: { mode, activity } });
  if (count === 0) throw notFound("emission factors of the installation's own");
  await recordAudit(ctx, {
    action: "emission_factor.reset",
    subjectId: activity,
    data: { mode, steps: count },
  });
}

export const EmissionFactorResource = z
  .strictObject({
    activity: z.string().meta({
      description: "Activity; for ground transport its `vehicle_type`.",
      examples: ["train"],
    }),
    from_distance_km: z.number().meta({
      description:
        "The factor applies from this distance, up to that of the activity's next factor.",
      examples: [0],
    }),
    unit: z.string().meta({ description: "Unit of the activity.", examples: ["passenger_km"] }),
    kg_co2e_per_unit: z.number().meta({
      description: "Kg of CO2e per unit.",
      examples: [0.03546],
    }),
    source: z.string().meta({
      description: "Publication of the factor, or its derivation from one.",
      examples: ["DESNZ, UK Government GHG Conversion Factors: national rail"],
    }),
    edition: z.string().meta({ description: "Edition of the source.", examples: ["2025"] }),
    url: z
      .string()
      .nullable()
      .meta({
        description: "URL of the source.",
        examples: ["https://www.epa.gov/climateleadership/ghg-emission-factors-hub"],
      }),
    origin: z.enum(["default", "imported"]).meta({
      description:
        "`default` if it ships with the product, `imported` if it is from the operator's catalogue.",
      examples: ["default"],
    }),
  })
  .meta({ id: "EmissionFactor", description: "CO2e caused by one unit of an activity." });
export type EmissionFactorResource = z.infer<typeof EmissionFactorResource>;

export function toEmissionFactorResource(factor: FactorInForce): EmissionFactorResource {
  return {
    activity: factor.activity,
    from_distance_km: factor.fromDistanceKm,
    unit: factor.unit,
    kg_co2e_per_unit: factor.kgCo2ePerUnit,
    source: factor.source,
    edition: factor.edition,
    url: factor.url,
    origin: factor.origin,
  };
}
