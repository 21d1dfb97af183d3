import { beforePeriod } from "#core/sentence";
import { certificateCopy } from "#domain/certificates";

export const mailKinds = [
  "receipt",
  "certificate",
  "retired",
  "failure",
  "transfer-failed",
  "refund",
  "refund-failed",
  "withdrawal",
  "invoice",
  "credit-note",
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

export const english: MailCopy = {
  receipt: {
    subject: ({ mass, shop }) => `Receipt: ${mass} from ${shop}`,
    heading: "Thank you for your purchase",
    opening: ({ money, mass, shop }) =>
      `${shop} received your payment of ${money} for ${mass} of carbon credits.`,
    closing: ["This receipt confirms your payment. It is not a tax invoice."],
  },
  certificate: {
    subject: ({ mass, shop }) => `Your certificate: ${mass} from ${shop}`,
    heading: "Your certificate is ready",
    opening: ({ statement }) => statement,
    closing: [
      "The certificate lists every project and serial number and always shows the current status. Anyone with the link can view it.",
    ],
  },
  retired: {
    subject: ({ mass, shop }) => `${certificateCopy.en.kind.retired}: ${mass} from ${shop}`,
    heading: certificateCopy.en.kind.retired,
    opening: ({ statement }) => statement,
    closing: [
      "The certificate is attached. The link always shows its current status. Anyone with the link can view it.",
    ],
  },
  failure: {
    subject: ({ shop }) => `Your payment to ${shop} failed. You were not charged.`,
    heading: "Your payment failed",
    opening: ({ money, mass, shop }) =>
      `Your payment of ${money} to ${shop} for ${mass} of carbon credits failed. ` +
      "You were not charged, and your order is cancelled.",
    closing: ["To buy the credits, start again in the shop."],
  },
  "transfer-failed": {
    subject: ({ shop }) =>
      `Your order from ${shop} is cancelled: your transfer did not arrive in full`,
    heading: "Your transfer did not arrive in full",
    opening: ({ statement }) => statement,
    closing: ["To buy the credits, start again in the shop."],
  },
  refund: {
    subject: ({ money, shop }) => `Refund: ${money} from ${shop}`,
    heading: "Your refund",
    opening: ({ money, shop }) => `${shop} has refunded ${money} to you.`,
    closing: ["It can take a few days for the refund to appear on your statement."],
  },
  "refund-failed": {
    subject: ({ money, shop }) => `Refund failed: ${money} from ${shop}`,
    heading: "Your refund failed",
    opening: ({ money, shop }) =>
      `A refund of ${money} from ${shop} failed, so you did not get the money.`,
    closing: [
      "The seller has been notified and can refund it again. If you have questions, contact the seller.",
    ],
  },
  withdrawal: {
    subject: ({ shop }) => `Withdrawal confirmed: your contract with ${shop}`,
    heading: "You have withdrawn from the contract",
    opening: ({ shop, moment }) =>
      `We received your withdrawal from the contract with ${shop} on ${moment}. Your order is cancelled.`,
    closing: [],
  },
  invoice: {
    subject: ({ mass, shop }) => `Invoice: ${mass} from ${shop}`,
    heading: "Your invoice",
    opening: ({ mass, shop }) => `This is the invoice of ${shop} for ${mass} of carbon credits.`,
    closing: [],
  },
  "credit-note": {
    subject: ({ money, shop }) => `Credit note: ${money} from ${shop}`,
    heading: "Your credit note",
    opening: ({ money, shop }) => `This is the credit note of ${shop} for your refund of ${money}.`,
    closing: [],
  },
  finalFollows:
    "We will email you the final certificate when all credits are retired at their registries.",
  certificateFollows:
    "We will email you the certificate as soon as the credits are set aside for you.",
  backOrdered: (day) => `Your credits are on back-order. They come by ${day}.`,
  orderCancelled: "Your order is cancelled.",
  coolingOff: (until) =>
    `You can withdraw from this contract until ${until} without giving a reason. We keep your credits until then, set them aside for you afterwards, and email you the certificate.`,
  mayWithdraw: (until) =>
    `Until the credits are set aside for you, and at most until ${until}, you can withdraw from this contract without giving a reason.`,
  consented: (moment, text) => `You agreed on ${moment}: “${text}”`,
  otherMeans: "The seller paid it by other means than the original payment.",
  orderStays: "The carbon credits stay with your order after the refund.",
  refundFollows:
    "You get the refund the same way you paid, within 14 days at the latest. We email you when it is done.",
  refundHeld:
    "Your bank is deciding on this payment. If it does not return the money to you, we refund it.",
  notPaid: "Your payment has not arrived yet. If it still does, we refund it in full.",
  testNotice: "This is a test. You were not charged, and no real credits were retired.",
  footer: ({ shop }) =>
    "You are receiving this email because your address was entered in a checkout of " +
    `${beforePeriod(shop)}. It was sent automatically.`,
  labels: {
    amount: "Amount",
    portfolio: "Portfolio",
    pricePerTonne: "Price per tonne",
    paid: "Paid",
    failed: "Not charged",
    refunded: "Refunded",
    notRefunded: "Not refunded",
    seller: "Sold by",
    legalSeller: "Seller",
    tax: "Tax included",
    toRefund: "Refund",
    refundedBefore: "Refunded before",
    beneficiary: "On behalf of",
    reference: "Reference",
    order: "Order number",
    date: "Date",
  },
  links: {
    checkout: "View your purchase",
    certificate: "View certificate",
    pdf: "Download PDF",
    withdraw: "Withdraw from contract here",
    terms: "Terms",
    refunds: "Refunds",
    shop: "Back to the shop",
  },
};
