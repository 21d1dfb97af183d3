// Pure: client components use it too.
import type { Language } from "./language";

/** The reader of a page. */
export interface Reader {
  language: Language;
  /** True if the address names the language, so that the page's links keep it. */
  isChosen: boolean;
}

/** Adds the language to an address: `/verify?q=1#a` becomes `/verify?q=1&lang=de#a`. */
function inLanguage(address: string, language: Language): string {
  const [target = "", hash] = address.split("#", 2);
  const end = hash === undefined ? "" : `#${hash}`;
  return `${target}${target.includes("?") ? "&" : "?"}lang=${language}${end}`;
}

/** The address of another page, which keeps the language that the reader has chosen. */
export function linkFor({ language, isChosen }: Reader, address: string): string {
  return isChosen ? inLanguage(address, language) : address;
}

/** The address of a page or file in a language. That of the English one names none. */
export function addressIn(address: string, language: Language): string {
  return language === "en" ? address : inLanguage(address, language);
}
