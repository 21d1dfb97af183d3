import type { Language } from "#core/language";
import { german } from "./mail-copy-de";
import { english } from "./mail-copy-en";
import { spanish } from "./mail-copy-es";
import { french } from "./mail-copy-fr";
import type { MailCopy } from "./mail-kinds";

export const mailCopy: Record<Language, MailCopy> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};
