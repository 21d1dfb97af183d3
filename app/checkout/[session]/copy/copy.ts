import type { Language } from "#core/language";
import { de } from "./de";
import { type Copy, en } from "./en";
import { es } from "./es";
import { fr } from "./fr";

export const copy: Readonly<Record<Language, Copy>> = { en, de, fr, es };
