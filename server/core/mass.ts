// Pure: client components use it too.

export const KG_PER_TONNE = 1000;

/** "1234.567": tonnes with every kg, for files. */
export function exactTonnes(kg: number): string {
  const rest = String(kg % KG_PER_TONNE).padStart(3, "0");
  return `${Math.floor(kg / KG_PER_TONNE)}.${rest}`;
}

/** "1,234.567 t": tonnes with every kg. */
export function formatTonnes(kg: number): string {
  const [whole = "", rest = ""] = exactTonnes(kg).split(".");
  return `${Number(whole).toLocaleString("en-US")}.${rest} t`;
}

/** "850 kg" below a tonne, "1.234 t" from a tonne on, in the reader's language. */
export function formatMass(kg: number, locale = "en-US"): string {
  const tonnes = kg >= KG_PER_TONNE;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  return `${number.format(tonnes ? kg / KG_PER_TONNE : kg)} ${tonnes ? "t" : "kg"}`;
}

const ROUND_FROM_TONNES = 100;

/** "545,588 t": whole tonnes, rounded down, where every kg would be false precision. */
export function roundMass(kg: number, locale = "en-US"): string {
  const tonnes = Math.floor(kg / KG_PER_TONNE);
  return formatMass(tonnes < ROUND_FROM_TONNES ? kg : tonnes * KG_PER_TONNE, locale);
}
