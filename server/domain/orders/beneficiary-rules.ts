// For whom credits are retired, where somebody says so: what it may be, and how it is kept. Pure.

/** The most that a name, a message or a website may have, in UTF-16 units. */
export const MAX_BENEFICIARY_LENGTH = 512;

/** All of it is public: the certificate shows it. */
export interface Beneficiary {
  name: string;
  message: string | null;
  url: string | null;
}

/** The same as orders and checkout sessions keep it. */
interface Columns {
  beneficiaryName: string | null;
  beneficiaryMessage: string | null;
  beneficiaryUrl: string | null;
}

/** The beneficiary that a row holds, or null. */
export function toBeneficiary(row: Columns): Beneficiary | null {
  const { beneficiaryName: name, beneficiaryMessage: message, beneficiaryUrl: url } = row;
  return name === null ? null : { name, message, url };
}

/** What a row holds of a beneficiary. */
export function beneficiaryColumns(beneficiary: Beneficiary | null): Columns {
  return {
    beneficiaryName: beneficiary?.name ?? null,
    beneficiaryMessage: beneficiary?.message ?? null,
    beneficiaryUrl: beneficiary?.url ?? null,
  };
}

/**
 * What is wrong with a website's URL, or null. It is shown and linked for all the world: what a
 * reader takes for its host has to be where a browser goes.
 */
export function websiteFault(url: string): string | null {
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(url)) {
    return "must not contain spaces, backslashes, or control or invisible characters";
  }
  if (!/^https?:\/\/[^/?#]/i.test(url) || !URL.canParse(url)) {
    return "must be an absolute http or https URL";
  }
  if (/^https?:\/\/[^/?#]*@/i.test(url)) return "must not hold a user name or password";
  return null;
}
