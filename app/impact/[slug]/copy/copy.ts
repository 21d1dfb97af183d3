import type { Language } from "#core/language";
import { de } from "./de";
import { en, type ImpactCopy } from "./en";
import { es } from "./es";
import { fr } from "./fr";

/** Copy of the page. The embeds have their own, in [...embed]/copy.ts. */
export const impactCopy: Readonly<Record<Language, ImpactCopy>> = { en, de, fr, es };
