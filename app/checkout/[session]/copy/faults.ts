import type { CheckoutPage } from "#domain/checkout";

/** Field errors that the form endpoint puts into the address. */
export const faultCodes = [
  "email.missing",
  "email.invalid",
  "country.missing",
  "country.refused",
  "buyer.missing",
  "company.missing",
  "company.long",
  "address.missing",
  "address.long",
  "vat_id.invalid",
  "tax.changed",
  "beneficiary.missing",
  "beneficiary.long",
  "message.long",
  "message.claim",
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
export type FaultMessages = Record<FaultCode, string>;

export type Failure = NonNullable<CheckoutPage["failure"]>;
export type FailureMessages = Record<Failure, string>;
