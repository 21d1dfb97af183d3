// Prices the emissions of an activity: a journey, freight, an office.
import type { AccountContext } from "#core/context";
import type { Activity } from "./default-factor-rules";
import type { Quantities } from "./factor-rules";
import { priceActivity } from "./price-activity";
import type { QuoteResource } from "./resource";
import { priceOf } from "./rules";
import type { QuoteMass } from "./schema";

type QuoteActivity = Quantities &
  Omit<QuoteMass, "amount_kg"> & { activity: Activity; subaccountId: string | null };

/** A quote for the next whole kg. @throws as priceActivity */
export async function quoteActivity(
  ctx: AccountContext,
  input: QuoteActivity,
): Promise<QuoteResource> {
  const { activity, subaccountId, portfolio_id: portfolioId, source, ...quantities } = input;
  const { amountKg, offer } = await priceActivity(ctx, {
    activity,
    quantities,
    portfolioId: portfolioId ?? null,
    subaccountId,
    channel: source,
  });
  return { amount_kg: amountKg, price_usd_cents: priceOf(amountKg, offer.pricePerKgCents) };
}
