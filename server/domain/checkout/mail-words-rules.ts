// What a mail has to say in whichever language, and what each sentence is given to say it with. Pure.
import type { MailKind } from "./mail-rules";

/** The figures and names of one mail, each as its language writes it. */
export interface MailWords {
  /** "25 kg CO₂e". */
  mass: string;
  /** What was paid, or given back. */
  money: string;
  shop: string;
  /** For whom the credits are retired. */
  beneficiary: string;
}

interface KindTexts {
  subject(words: MailWords): string;
  heading: string;
  opening(words: MailWords): string;
  /** What comes after the figures. */
  closing: readonly string[];
}

export interface MailTexts extends Record<MailKind, KindTexts> {
  /** What a certificate of a live account stands for; a test's has nothing to say here. */
  retiredForGood: string;
  /** With a receipt, while its order may still be fulfilled. */
  certificateFollows: string;
  orderCancelled: string;
  testNotice: string;
  /** Why the reader gets it. */
  footer(words: MailWords): string;
  labels: Record<MailLabel, string>;
  links: Record<MailLink, string>;
}

export type MailLabel =
  | "amount"
  | "portfolio"
  | "pricePerKg"
  | "paid"
  | "failed"
  | "refunded"
  | "seller"
  | "beneficiary"
  | "order"
  | "date";
export type MailLink = "checkout" | "certificate" | "pdf" | "shop";
