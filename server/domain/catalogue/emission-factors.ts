// Emission factors, and the amount and price that an activity comes to.
import { sql } from "kysely";
import { z } from "zod";
import type { AccountContext, Context, Mode, ModeContext } from "#core/context";
import type { Sql } from "#core/db";
import { notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import type { Activity } from "./default-factor-rules";
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

interface FactorAsked {
  mode: Mode;
  activity: string;
  distanceKm: number;
}

const findFactor = query("pricing-find-factor", (db, asked: Params<FactorAsked>) =>
  db
    .selectFrom("emissionFactors")
    .select("kgCo2ePerUnit")
    .where("mode", "=", asked.mode)
    .where("activity", "=", asked.activity)
    .where("fromDistanceKm", "<=", sql<number>`${asked.distanceKm}::float8`)
    .orderBy("fromDistanceKm", "desc")
    .limit(1),
);

/**
 * The factor imported for the activity at the distance. Null where none was imported: an import
 * names a step from 0 km on.
 */
export async function findImportedKgPerUnit(db: Sql, asked: FactorAsked): Promise<number | null> {
  const [row] = await findFactor(db, asked);
  return row?.kgCo2ePerUnit ?? null;
}

interface PriceActivity extends ResolveOffer {
  activity: Activity;
  quantities: Quantities;
}

/**
 * The next whole kg of an activity, and the offer that applies; both are looked up at once.
 * @throws invalid-subaccount; invalid `portfolio_id`, or naming quantities that make too many kg
 */
export async function priceActivity(
  ctx: AccountContext,
  { activity, quantities, ...wanted }: PriceActivity,
): Promise<{ amountKg: number; offer: Offer }> {
  const { mode } = ctx.account;
  const distanceKm = quantities.distance_km ?? 0;
  const [offer, imported] = await Promise.all([
    resolveOffer(ctx, wanted),
    findImportedKgPerUnit(ctx.db, { mode, activity, distanceKm }),
  ]);
  const kgCo2ePerUnit = imported ?? defaultKgPerUnit(activity, distanceKm);
  return { amountKg: emissionsOf(quantities, kgCo2ePerUnit), offer };
}

/** All factors of the account's mode, each activity's steps by distance together. */
export async function listEmissionFactors(ctx: ModeContext): Promise<FactorInForce[]> {
  const { mode } = ctx.account;
  return factorsInForce(await ctx.db.prisma.emissionFactor.findMany({ where: { mode } }));
}

/**
 * Changes a step that is in force. Imported factors stand in for all defaults of their activity,
 * so the activity's other steps become the installation's own as well, unchanged. @throws not-found
 */
export async function setEmissionFactor(
  ctx: Context,
  { mode, ...input }: SetEmissionFactor & { mode: Mode },
): Promise<void> {
  const { activity, from_distance_km: fromDistanceKm } = input;
  // In turn with imports, which replace an activity's steps as a whole.
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

/** Forgets the installation's own steps of the activity. @throws not-found where it has none */
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
      description: "What is done; ground transport by its `vehicle_type`.",
      examples: ["train"],
    }),
    from_distance_km: z.number().meta({
      description: "The factor holds from this distance on, to the activity's next one.",
      examples: [0],
    }),
    unit: z.string().meta({ description: "What the factor is per.", examples: ["passenger_km"] }),
    kg_co2e_per_unit: z.number().meta({
      description: "Kg of CO2e for each unit.",
      examples: [0.03546],
    }),
    source: z.string().meta({
      description: "Who published it, or how it was derived from what was published.",
      examples: ["DESNZ, UK Government GHG Conversion Factors: national rail"],
    }),
    edition: z.string().meta({ description: "Which edition of the source.", examples: ["2025"] }),
    url: z
      .string()
      .nullable()
      .meta({
        description: "Where the source can be read.",
        examples: ["https://www.epa.gov/climateleadership/ghg-emission-factors-hub"],
      }),
    origin: z.enum(["default", "imported"]).meta({
      description: "Whether it came with the product or with the operator's catalogue.",
      examples: ["default"],
    }),
  })
  .meta({ id: "EmissionFactor", description: "How much CO2e one unit of an activity causes." });
export type EmissionFactorResource = z.infer<typeof EmissionFactorResource>;

/** The public form of an emission factor. */
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
