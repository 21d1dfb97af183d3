// The buyer, and when their order may be matched. Pure.
import { withdrawalCountryCodes } from "#core/countries";
import type { Language } from "#core/language";
import { withdrawalEnd } from "#domain/merchants";
import type { CheckoutSession } from "#prisma";

/** The part of the form that sellers with a profile have. */
export interface Buyer {
  country: string;
  isBusiness: boolean;
  /** Version of the text that the customer agreed to; null: none. */
  consent: string | null;
}

export type BuyerColumns = Pick<
  CheckoutSession,
  "customerCountry" | "isBusiness" | "consentText" | "consentAt" | "consentLanguage"
>;

const withoutConsent = { consentText: null, consentAt: null, consentLanguage: null } as const;

/** The buyer that the session records; null where the seller had no profile. */
export function buyerOf(session: Pick<CheckoutSession, "customerCountry" | "isBusiness">) {
  const { customerCountry: country, isBusiness } = session;
  return country === null || isBusiness === null ? null : { country, isBusiness };
}

/** True for consumers whose law lets them withdraw from a distance contract. */
function hasWithdrawalRight(
  session: Pick<BuyerColumns, "customerCountry" | "isBusiness">,
): boolean {
  const { customerCountry, isBusiness } = session;
  if (customerCountry === null || isBusiness !== false) return false;
  return withdrawalCountryCodes.has(customerCountry);
}

/** The columns of a session for a buyer. Consent counts only if the customer gives up a right by it. */
export function buyerColumns(
  buyer: Buyer | null,
  { language, now }: { language: Language; now: Date },
): BuyerColumns {
  if (buyer === null) return { customerCountry: null, isBusiness: null, ...withoutConsent };
  const columns = { customerCountry: buyer.country, isBusiness: buyer.isBusiness };
  if (!isConsentVersion(buyer.consent) || !hasWithdrawalRight(columns)) {
    return { ...columns, ...withoutConsent };
  }
  return { ...columns, consentText: buyer.consent, consentAt: now, consentLanguage: language };
}

/** The end of the period in which the customer of an order of `now` may withdraw; null: no right. */
export function withdrawalUntilOf(session: BuyerColumns, now: Date): Date | null {
  return hasWithdrawalRight(session) ? withdrawalEnd(now) : null;
}

/** When the order may be matched; null: at once. */
export function matchableFromOf(session: BuyerColumns, now: Date): Date | null {
  return session.consentAt === null ? withdrawalUntilOf(session, now) : null;
}

type OrderState = "placed" | "fulfilled" | "cancelled";
export const withdrawalStates = ["open", "withdrawn", "cancelled", "performed", "late"] as const;
/** `performed`: the customer asked for it, and the credits are set aside. `late`: the period is over. */
export type WithdrawalState = (typeof withdrawalStates)[number];

/** State of the withdrawal from a complete session; null if the customer has no such right. */
export function withdrawalStateOf(
  session: Pick<CheckoutSession, "withdrawalUntil" | "withdrawnAt">,
  { orderState, now }: { orderState: OrderState; now: Date },
): WithdrawalState | null {
  if (session.withdrawalUntil === null) return null;
  if (session.withdrawnAt !== null) return "withdrawn";
  if (orderState === "cancelled") return "cancelled";
  if (orderState === "fulfilled") return "performed";
  return now < session.withdrawalUntil ? "open" : "late";
}

/** Version of the text that customers agree to now. A published text never changes. */
export const CONSENT_VERSION = "2026-11";

const consentCopy = {
  "2026-11": {
    en:
      "Set the credits aside for me and retire them right away, before the withdrawal period ends. " +
      "I understand that I lose my right of withdrawal as soon as they are set aside for me.",
    de:
      "Bitte reservieren Sie die CO₂-Gutschriften sofort für mich und legen Sie sie still, noch vor " +
      "Ablauf der Widerrufsfrist. Mir ist bekannt, dass mein Widerrufsrecht erlischt, sobald sie für " +
      "mich reserviert sind.",
    fr:
      "Mettez les crédits de côté pour moi et retirez-les immédiatement, avant la fin du délai de " +
      "rétractation. Je reconnais perdre mon droit de rétractation dès qu’ils sont mis de côté pour moi.",
    es:
      "Reserven los créditos para mí y retírenlos de inmediato, antes de que termine el plazo de " +
      "desistimiento. Sé que pierdo mi derecho de desistimiento en cuanto estén reservados para mí.",
  },
} as const satisfies Record<string, Record<Language, string>>;

function isConsentVersion(version: string | null): boolean {
  return version !== null && Object.hasOwn(consentCopy, version);
}

/** The text of a version, as a customer read it. */
export function consentText(version: string, language: Language): string {
  const copy: Readonly<Record<string, Record<Language, string>>> = consentCopy;
  return copy[version]?.[language] ?? version;
}
