export const mailKinds = [
  "receipt",
  "certificate",
  "retired",
  "failure",
  "transfer-failed",
  "refund",
  "refund-failed",
  "withdrawal",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Values of one mail, formatted in its language. */
export interface MailValues {
  /** Time of the reported event. */
  moment: string;
  /** "25 kg CO₂e". */
  mass: string;
  /** Amount paid or refunded. */
  money: string;
  shop: string;
  beneficiary: string;
  /** The statement about the credits of a fulfilled order; else empty. */
  statement: string;
}

interface KindCopy {
  subject(values: MailValues): string;
  heading: string;
  opening(values: MailValues): string;
  /** Paragraphs after the table. */
  closing: readonly string[];
}

export interface MailCopy extends Record<MailKind, KindCopy> {
  /** Part of the mail about a certificate whose credits are not all retired. */
  finalFollows: string;
  /** Part of a receipt whose order may still be fulfilled. */
  certificateFollows: string;
  /** Part of a receipt whose credits come later. */
  backOrdered(day: string): string;
  orderCancelled: string;
  /** Parts of a receipt for a consumer who may withdraw until then. */
  coolingOff(until: string): string;
  mayWithdraw(until: string): string;
  /** The consent as it was given. */
  consented(moment: string, text: string): string;
  /** Part of a refund that was not made with the payment's provider. */
  otherMeans: string;
  /** Part of a refund after the order was fulfilled. */
  orderStays: string;
  /** Parts of a withdrawal's confirmation: with and without a payment that arrived. */
  refundFollows: string;
  /** In place of it while the customer's bank decides on a dispute. */
  refundHeld: string;
  notPaid: string;
  testNotice: string;
  /** States why the recipient gets the mail. */
  footer(values: MailValues): string;
  labels: Record<MailLabel, string>;
  links: Record<MailLink, string>;
}

export type MailLabel =
  | "amount"
  | "portfolio"
  | "pricePerTonne"
  | "paid"
  | "failed"
  | "refunded"
  | "notRefunded"
  | "seller"
  | "legalSeller"
  | "tax"
  | "toRefund"
  | "refundedBefore"
  | "beneficiary"
  | "reference"
  | "order"
  | "date";
export type MailLink =
  | "checkout"
  | "certificate"
  | "pdf"
  | "shop"
  | "withdraw"
  | "terms"
  | "refunds";
