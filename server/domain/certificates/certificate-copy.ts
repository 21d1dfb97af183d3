import type { Language } from "#core/language";
import { de } from "./certificate-copy-de";
import { type CertificateCopy, en } from "./certificate-copy-en";
import { es } from "./certificate-copy-es";
import { fr } from "./certificate-copy-fr";

/** Copy of the page, the PDF and the verification of certificates. */
export const certificateCopy: Readonly<Record<Language, CertificateCopy>> = { en, de, fr, es };
