// The texts of the checkout page, by language.
import type { Language } from "#core/language";
import { de } from "./de";
import { en, type Texts } from "./en";
import { es } from "./es";
import { fr } from "./fr";

export const texts: Readonly<Record<Language, Texts>> = { en, de, fr, es };
