import type { PaymentState } from "#checkout/payments/rules";
import { withdrawalCountryCodes } from "#core/countries";
import { type Language, languageOf } from "#core/language";
import { withdrawalEnd } from "#domain/merchants";
import type { OrderState } from "#domain/orders";
import type { CheckoutSession as Row } from "#prisma";

/** Lifetime of a session, from its creation. */
export const SESSION_LIFETIME_MS = 24 * 3_600_000;

export const checkoutSessionStates = ["open", "complete", "expired"] as const;
export type CheckoutSessionState = (typeof checkoutSessionStates)[number];

/** A session as of one moment, with the state of that moment. */
export type CheckoutSession = Omit<Row, "state"> & { state: CheckoutSessionState };

/**
 * The session as of `now`: a stored open session is expired from `expiresAt`, unless it is being
 * paid.
 */
export function asOf(now: Date, row: Row): CheckoutSession {
  const isOver = row.state === "open" && !row.paying && row.expiresAt <= now;
  return { ...row, state: isOver ? "expired" : (row.state as CheckoutSessionState) };
}

export type BeneficiaryChanges = Partial<
  Pick<Row, "beneficiaryName" | "beneficiaryMessage" | "beneficiaryUrl">
>;

/** Columns of the beneficiary that a customer enters, and whether it is still the integrator's. */
export function enteredColumns(session: Row | CheckoutSession, changes: BeneficiaryChanges) {
  const columns = Object.keys(changes) as (keyof BeneficiaryChanges)[];
  const isChanged = columns.some((column) => changes[column] !== session[column]);
  return { ...changes, beneficiaryEntered: session.beneficiaryEntered || isChanged };
}

/** Views of the customer's checkout page. */
export const checkoutViews = [
  /** The form. */
  "open",
  /** The customer must confirm the payment. */
  "confirm",
  /** The provider's response is pending: the customer may have paid, and must not pay twice. */
  "checking",
  /** The order is placed and waits for a slow payment. */
  "processing",
  "paid",
  /** The payment failed after the order was placed; the order is cancelled and no money was taken. */
  "failed",
  /** The order was cancelled and its payment is refunded. */
  "cancelled",
  "expired",
] as const;
export type CheckoutView = (typeof checkoutViews)[number];

/** Returns the view of the customer's page for these states. */
export function viewOf(
  session: { state: CheckoutSessionState; paying: boolean },
  payment: PaymentState | null,
  order: OrderState | null,
): CheckoutView {
  if (session.state === "expired") return "expired";
  if (session.state === "open") {
    if (!session.paying) return "open";
    return payment === "requires_action" ? "confirm" : "checking";
  }
  if (payment === "failed") return "failed";
  if (order === "cancelled") return "cancelled";
  return payment === "processing" ? "processing" : "paid";
}

/** The recipient of an invoice. Incomplete until a payment starts. */
export interface Company {
  name: string | null;
  /** Several lines. */
  address: string | null;
  /** Well-formed. */
  vatId: string | null;
}

/** The part of the form that sellers with a profile have. */
export interface Buyer {
  country: string;
  isBusiness: boolean;
  /** Null for consumers. */
  company: Company | null;
  /** Version of the text that the customer agreed to; null: none. */
  consent: string | null;
}

export type BuyerColumns = Pick<
  Row,
  | "customerCountry"
  | "isBusiness"
  | "buyerName"
  | "buyerAddress"
  | "buyerVatId"
  | "consentText"
  | "consentAt"
  | "consentLanguage"
>;

/** The columns of a buyer that is not a business, or was erased. */
export const withoutCompany = { buyerName: null, buyerAddress: null, buyerVatId: null } as const;

/** Columns of the company; null for consumers. */
const companyColumns = ({ isBusiness, company }: Buyer) =>
  isBusiness && company
    ? { buyerName: company.name, buyerAddress: company.address, buyerVatId: company.vatId }
    : withoutCompany;

const withoutConsent = { consentText: null, consentAt: null, consentLanguage: null } as const;

/** The buyer that the session records; null where the seller had no profile. */
export function buyerOf(session: Omit<BuyerColumns, `consent${string}`>) {
  const { customerCountry: country, isBusiness } = session;
  if (country === null || isBusiness === null) return null;
  const { buyerName: name, buyerAddress: address, buyerVatId: vatId } = session;
  return { country, isBusiness, company: isBusiness ? { name, address, vatId } : null };
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
  if (buyer === null) {
    return { customerCountry: null, isBusiness: null, ...withoutCompany, ...withoutConsent };
  }
  const { country: customerCountry, isBusiness } = buyer;
  const columns = { customerCountry, isBusiness, ...companyColumns(buyer) };
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

export const withdrawalStates = ["open", "withdrawn", "cancelled", "performed", "late"] as const;
/** `performed`: the customer asked for it, and the credits are set aside. `late`: the period is over. */
export type WithdrawalState = (typeof withdrawalStates)[number];

/** State of the withdrawal from a complete session; null if the customer has no such right. */
export function withdrawalStateOf(
  session: Pick<Row, "withdrawalUntil" | "withdrawnAt">,
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

/** The consent that the form offers. */
export const consentOffer: { version: string; text: Record<Language, string> } = {
  version: CONSENT_VERSION,
  text: consentCopy[CONSENT_VERSION],
};

function isConsentVersion(version: string | null): boolean {
  return version !== null && Object.hasOwn(consentCopy, version);
}

/** The text of a version, as a customer read it. */
export function consentText(version: string, language: Language): string {
  const copy: Readonly<Record<string, Record<Language, string>>> = consentCopy;
  return copy[version]?.[language] ?? version;
}

/** A consent as it was given. */
export interface GivenConsent {
  text: string;
  at: Date;
}

/** The session's consent, in the words that the customer read. */
export function consentOf(
  session: Pick<Row, "consentText" | "consentAt" | "consentLanguage">,
): GivenConsent | null {
  const { consentText: version, consentAt: at, consentLanguage } = session;
  if (version === null || at === null) return null;
  return { text: consentText(version, languageOf(consentLanguage) ?? "en"), at };
}
