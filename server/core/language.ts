import Negotiator from "negotiator";

export const languages = ["en", "de", "fr", "es"] as const;
/** In the language itself, for a choice of languages. */
export const languageNames: Readonly<Record<(typeof languages)[number], string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};
export type Language = (typeof languages)[number];

/** Returns null for a language that we do not support. */
export function languageOf(code: string | null | undefined): Language | null {
  return languages.find((one) => one === code) ?? null;
}

/** Returns the supported language that an Accept-Language header prefers, or else English. */
export function bestLanguage(acceptLanguage: string | null | undefined): Language {
  const headers = { "accept-language": acceptLanguage ?? "" };
  return languageOf(new Negotiator({ headers }).language([...languages])) ?? "en";
}
