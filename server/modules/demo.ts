// Parts of modules in the demo's year.
import { isUsed } from "#modules";
import { demoBilling } from "#modules/billing/demo";

export const demoParts = isUsed("billing") ? [demoBilling] : [];
