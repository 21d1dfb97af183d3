import type { Language } from "#core/language";
import { german } from "./mail-copy-de";
import { english } from "./mail-copy-en";
import { spanish } from "./mail-copy-es";
import { french } from "./mail-copy-fr";

export const mailKinds = ["receipt", "certificate", "failure", "refund"] as const;
export type MailKind = (typeof mailKinds)[number];

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

/** A text that is missing in one language is a type error. */
export const mailTexts: Record<Language, MailTexts> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};
