// Pure: client components use it too.

export const KG_PER_TONNE = 1000;

/** "850 kg" below a tonne, "1.234 t" from a tonne on, in the reader's language. */
export function formatMass(kg: number, locale = "en-US"): string {
  const tonnes = kg >= KG_PER_TONNE;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  return `${number.format(tonnes ? kg / KG_PER_TONNE : kg)} ${tonnes ? "t" : "kg"}`;
}
