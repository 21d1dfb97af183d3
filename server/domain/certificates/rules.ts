// Copy and formats that the page and the PDF of a certificate share.

import { orderNumber } from "#core/id";
import type { Language } from "#core/language";
import { formatMass, KG_PER_TONNE } from "#core/mass";
import type { Beneficiary, PublicOrder } from "#domain/orders";

export function isOrderId(text: string): boolean {
  return /^ord_[0-9a-z]{26}$/.test(text);
}

/** Of the PDF. */
export function certificateFileName(orderId: string): string {
  return `carbon-certificate-${orderNumber(orderId)}.pdf`;
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
export function formatKg(kg: number, language: Language = "en"): string {
  return `${new Intl.NumberFormat(language).format(kg)} kg`;
}

/** "3.2 t (3,200 kg)", or "850 kg" below a tonne. */
export function formatAmount(kg: number, language: Language = "en"): string {
  const mass = formatMass(kg, language);
  return kg < KG_PER_TONNE ? mass : `${mass} (${formatKg(kg, language)})`;
}

/** "35%" of the whole; a smaller share than one percent is "<1%". */
export function formatShare(kg: number, totalKg: number, language: Language = "en"): string {
  const format = (percent: number) =>
    new Intl.NumberFormat(language, { style: "percent" }).format(percent / 100);
  const percent = (kg / totalKg) * 100;
  if (percent < 1) return `<${format(1)}`;
  // Rounding must not turn a part into the whole.
  return format(kg === totalKg ? 100 : Math.min(99, Math.round(percent)));
}
