import type { Language } from "#core/language";
import { de } from "./de";
import { type CertificateCopy, en } from "./en";
import { es } from "./es";
import { fr } from "./fr";

export type { CertificateCopy };

/** Copy of the page, the PDF and the verification of certificates. */
export const certificateCopy: Readonly<Record<Language, CertificateCopy>> = { en, de, fr, es };
