// Forms of VAT ids. The form is all that is checked: whether an id was issued, VIES knows.

interface Form {
  /** Stands before the number; in Greece it is not the country's code. */
  prefix: string;
  number: RegExp;
}

const digits = (from: number, to = from) => new RegExp(`^\\d{${from},${to}}$`);

/**
 * By country. European Union: European Commission, VIES, "VAT identification number structure". United
 * Kingdom: HMRC, VAT registration manual (with branches, government departments and health
 * authorities). Switzerland: Federal Act on the Business Identification Number. Norway: Brønnøysund
 * Register Centre, organization number with "MVA".
 */
const forms: Readonly<Record<string, Form>> = {
  AT: { prefix: "AT", number: /^U\d{8}$/ },
  BE: { prefix: "BE", number: /^[01]\d{9}$/ },
  BG: { prefix: "BG", number: digits(9, 10) },
  CY: { prefix: "CY", number: /^\d{8}[A-Z]$/ },
  CZ: { prefix: "CZ", number: digits(8, 10) },
  DE: { prefix: "DE", number: digits(9) },
  DK: { prefix: "DK", number: digits(8) },
  EE: { prefix: "EE", number: digits(9) },
  ES: { prefix: "ES", number: /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/ },
  FI: { prefix: "FI", number: digits(8) },
  FR: { prefix: "FR", number: /^[A-HJ-NP-Z\d]{2}\d{9}$/ },
  GR: { prefix: "EL", number: digits(9) },
  HR: { prefix: "HR", number: digits(11) },
  HU: { prefix: "HU", number: digits(8) },
  IE: { prefix: "IE", number: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/ },
  IT: { prefix: "IT", number: digits(11) },
  LT: { prefix: "LT", number: /^(\d{9}|\d{12})$/ },
  LU: { prefix: "LU", number: digits(8) },
  LV: { prefix: "LV", number: digits(11) },
  MT: { prefix: "MT", number: digits(8) },
  NL: { prefix: "NL", number: /^\d{9}B\d{2}$/ },
  PL: { prefix: "PL", number: digits(10) },
  PT: { prefix: "PT", number: digits(9) },
  RO: { prefix: "RO", number: digits(2, 10) },
  SE: { prefix: "SE", number: digits(12) },
  SI: { prefix: "SI", number: digits(8) },
  SK: { prefix: "SK", number: digits(10) },
  GB: { prefix: "GB", number: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/ },
  CH: { prefix: "CHE", number: /^\d{9}(MWST|TVA|IVA|VAT)?$/ },
  NO: { prefix: "NO", number: /^\d{9}MVA$/ },
};

/** Countries whose form is not listed: any number of a register or tax office. */
const anyNumber = /^(?=.*\d)[A-Z\d]{4,20}$/;

/**
 * The id of a business in a country as its documents state it: in capitals, with the prefix, without
 * spaces and punctuation. Null if it does not have the country's form.
 */
export function readVatId({ country, typed }: { country: string; typed: string }): string | null {
  const id = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z\d+*]/g, "");
  const form = forms[country];
  if (!form) return anyNumber.test(id) ? id : null;
  const prefix = [form.prefix, country].find((code) => id.startsWith(code)) ?? "";
  const number = id.slice(prefix.length);
  // "DE123456789" would have the form of a French number, whose key may be two letters.
  const isOther =
    prefix === "" && Object.values(forms).some((other) => id.startsWith(other.prefix));
  if (isOther) return null;
  return form.number.test(number) ? `${form.prefix}${number}` : null;
}
