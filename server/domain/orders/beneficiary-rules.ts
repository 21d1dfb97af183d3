/** Maximum length of a name, message or website, in UTF-16 units. */
export const MAX_BENEFICIARY_LENGTH = 512;

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
