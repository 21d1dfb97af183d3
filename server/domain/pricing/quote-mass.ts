// Prices a mass of emissions.
import type { AccountContext } from "#core/context";
import { resolveOffer } from "./resolve-offer";
import type { QuoteResource } from "./resource";
import { priceOf } from "./rules";
import type { QuoteMass } from "./schema";

/** A quote for the next whole kg. @throws invalid-subaccount, invalid `portfolio_id` */
export async function quoteMass(
  ctx: AccountContext,
  input: QuoteMass & { subaccountId: string | null },
): Promise<QuoteResource> {
  const offer = await resolveOffer(ctx, {
    portfolioId: input.portfolio_id ?? null,
    subaccountId: input.subaccountId,
    channel: input.source,
  });
  const amountKg = Math.ceil(input.amount_kg);
  return { amount_kg: amountKg, price_usd_cents: priceOf(amountKg, offer.pricePerKgCents) };
}
