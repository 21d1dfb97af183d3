// Copy and formats that the page and the PDF of a certificate share.

import { formatMass, KG_PER_TONNE } from "#core/mass";
import type { Beneficiary, PublicOrder } from "#domain/orders";

export const TEST_NOTICE = "Test certificate: sandbox credits, no real credits were retired";

export const SHARED_TONNES =
  "Each serial number represents one tonne (1,000 kg) of CO₂e. Where this certificate has less " +
  "than a whole tonne, the rest belongs to others. No kilogram appears on two certificates.";

export function isOrderId(text: string): boolean {
  return /^ord_[0-9a-z]{26}$/.test(text);
}

/** Returns the order's beneficiary, or else its subaccount or account. */
export function beneficiaryOf(
  order: Pick<PublicOrder, "accountName" | "subaccountName" | "beneficiary">,
): Beneficiary {
  const seller = { name: order.subaccountName ?? order.accountName, message: null, url: null };
  return order.beneficiary ?? seller;
}

/**
 * Returns a web address without its scheme, or null for other texts. The host is in ASCII, so that
 * similar letters cannot imitate another host.
 */
export function displayAddress(url: string): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return new URL(url).host + (rest === "/" ? "" : rest);
}

/** "1,120 kg", for tables whose amounts need the same unit. */
export function formatKg(kg: number): string {
  return `${new Intl.NumberFormat("en-US").format(kg)} kg`;
}

/** "3.2 t (3,200 kg)", or "850 kg" below a tonne. */
export function formatAmount(kg: number): string {
  return kg < KG_PER_TONNE ? formatMass(kg) : `${formatMass(kg)} (${formatKg(kg)})`;
}

/** "35%" of the whole; a smaller share than one percent is "<1%". */
export function formatShare(kg: number, totalKg: number): string {
  const percent = (kg / totalKg) * 100;
  if (percent < 1) return "<1%";
  // Rounding must not turn a part into the whole.
  return `${kg === totalKg ? 100 : Math.min(99, Math.round(percent))}%`;
}

/** A project's share of the amount; "Replaced" if none of its credits count any more. */
export function formatProjectKg(kg: number): string {
  return kg === 0 ? "Replaced" : formatKg(kg);
}
