// The languages that pages and mails for customers speak, and which of them somebody reads best.
import Negotiator from "negotiator";

export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];

/** The language of this code, or null where it is none of ours. */
export function languageOf(code: string | null | undefined): Language | null {
  return languages.find((one) => one === code) ?? null;
}

/** The one of ours that an Accept-Language header likes best; English where it likes none. */
export function bestLanguage(acceptLanguage: string | null | undefined): Language {
  const headers = { "accept-language": acceptLanguage ?? "" };
  return languageOf(new Negotiator({ headers }).language([...languages])) ?? "en";
}
