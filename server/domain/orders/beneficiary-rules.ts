/** Maximum length of a name, message or website, in UTF-16 units. */
export const MAX_BENEFICIARY_LENGTH = 512;

/** Public: the certificate shows all of it. */
export interface Beneficiary {
  name: string;
  message: string | null;
  url: string | null;
}

/** The beneficiary's columns of orders and checkout sessions. */
interface Columns {
  beneficiaryName: string | null;
  beneficiaryMessage: string | null;
  beneficiaryUrl: string | null;
}

/** Reads the beneficiary from its columns; null without a name. */
export function toBeneficiary(row: Columns): Beneficiary | null {
  const { beneficiaryName: name, beneficiaryMessage: message, beneficiaryUrl: url } = row;
  return name === null ? null : { name, message, url };
}

/** Writes the beneficiary as columns. */
export function beneficiaryColumns(beneficiary: Beneficiary | null): Columns {
  return {
    beneficiaryName: beneficiary?.name ?? null,
    beneficiaryMessage: beneficiary?.message ?? null,
    beneficiaryUrl: beneficiary?.url ?? null,
  };
}

/**
 * Returns the problem with a website's URL, or null. The URL is public, so the host that a reader
 * sees must be the one that a browser opens.
 */
export function websiteFault(url: string): string | null {
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(url)) {
    return "must not contain spaces, backslashes, or control or invisible characters";
  }
  if (!/^https?:\/\/[^/?#]/i.test(url) || !URL.canParse(url)) {
    return "must be an absolute http or https URL";
  }
  if (/^https?:\/\/[^/?#]*@/i.test(url)) return "must not contain a user name or password";
  return null;
}
