// Turns an activity into whole kg, and finds what they cost.
import type { AccountContext } from "#core/context";
import type { Activity } from "./default-factor-rules";
import { defaultKgPerUnit, emissionsOf, type Quantities } from "./factor-rules";
import { type Offer, type ResolveOffer, resolveOffer } from "./resolve-offer";
import { findImportedKgPerUnit } from "./store";

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
