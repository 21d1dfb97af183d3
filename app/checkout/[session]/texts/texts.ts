import type { Language } from "#core/language";
import type { CheckoutPage } from "#domain/checkout";
import { de } from "./de";
import { en, type Texts } from "./en";
import { es } from "./es";
import { fr } from "./fr";

/** As the forms' door names them in the address that it leads to. */
export const faultCodes = [
  "email.missing",
  "email.invalid",
  "beneficiary.missing",
  "beneficiary.long",
  "message.long",
  "url.invalid",
  "url.long",
  "number.missing",
  "number.invalid",
  "expiry.missing",
  "expiry.invalid",
  "expiry.past",
  "cvc.missing",
  "cvc.invalid",
  "token.missing",
  "attempts.wait",
  "attempts.over",
  "attempts.busy",
] as const;
export type FaultCode = (typeof faultCodes)[number];
export type FaultTexts = Record<FaultCode, string>;

export type Failure = NonNullable<CheckoutPage["failure"]>;
export type FailureTexts = Record<Failure, string>;

export const texts: Readonly<Record<Language, Texts>> = { en, de, fr, es };
