import type { Language } from "#core/language";
import { de } from "./de";
import { en, type VerifyCopy } from "./en";
import { es } from "./es";
import { fr } from "./fr";

export const verifyCopy: Readonly<Record<Language, VerifyCopy>> = { en, de, fr, es };
