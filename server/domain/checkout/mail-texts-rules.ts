// The mails' texts in each language. Pure.
import type { Language } from "#core/language";
import { german } from "./mail-texts-de-rules";
import { english } from "./mail-texts-en-rules";
import { spanish } from "./mail-texts-es-rules";
import { french } from "./mail-texts-fr-rules";
import type { MailTexts } from "./mail-words-rules";

/** A text that is missing in one language is a type error. */
export const mailTexts: Record<Language, MailTexts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};
