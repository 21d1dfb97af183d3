// What a customer typed into the payment form, and what is wrong with it.
import valid from "card-validator";
import { z } from "zod";
import { languageOf } from "#core/language";
import { text } from "#core/text";
import type { Customer } from "#domain/checkout";

/** A field of the form and what is wrong with it, as the page knows it. */
export type Fault = `${string}.${"missing" | "invalid" | "past" | "long"}`;

type Source =
  | { type: "card"; number: string; expiryMonth: number; expiryYear: number; cvc: string }
  | { type: "token"; token: string };

export interface PayForm {
  /** What can be used of the customer's own data. */
  customer: Partial<Customer>;
  /** Null where something of it is wrong. */
  source: Source | null;
  faults: Fault[];
}

const Email = z.email().max(254);
const Beneficiary = text(512, 1);

function readCustomer(form: URLSearchParams, faults: Fault[]): Partial<Customer> {
  const email = form.get("email")?.trim() ?? "";
  const beneficiary = form.get("beneficiary")?.trim() ?? "";
  const customer: Partial<Customer> = { language: languageOf(form.get("lang")) ?? "en" };
  if (email === "") faults.push("email.missing");
  else if (Email.safeParse(email).success) customer.email = email;
  else faults.push("email.invalid");
  if (beneficiary === "") customer.beneficiaryName = null;
  else if (Beneficiary.safeParse(beneficiary).success) customer.beneficiaryName = beneficiary;
  else faults.push("beneficiary.long");
  return customer;
}

function expiryFault(expiry: string): Fault {
  if (expiry === "") return "expiry.missing";
  const [, month = "", year = ""] = /^(\d{1,2})\D*(\d{2}|\d{4})$/.exec(expiry) ?? [];
  return valid.expirationMonth(month).isValid && year !== "" ? "expiry.past" : "expiry.invalid";
}

function readCard(form: URLSearchParams, faults: Fault[]): Source {
  const number = (form.get("number") ?? "").replace(/[\s-]/g, "");
  const written = (form.get("expiry") ?? "").trim();
  const cvc = (form.get("cvc") ?? "").trim();
  if (number === "") faults.push("number.missing");
  else if (!valid.number(number).isValid) faults.push("number.invalid");
  const expiry = valid.expirationDate(written);
  if (!expiry.isValid) faults.push(expiryFault(written));
  if (cvc === "") faults.push("cvc.missing");
  else if (!valid.cvv(cvc, [3, 4]).isValid) faults.push("cvc.invalid");
  const year = Number(expiry.year ?? 0);
  return {
    type: "card",
    number,
    expiryMonth: Number(expiry.month ?? 0),
    expiryYear: year < 100 ? 2000 + year : year,
    cvc,
  };
}

/** Reads the form: a token of the provider's if there is one, else a card. */
export function readPayForm(form: URLSearchParams): PayForm {
  const faults: Fault[] = [];
  const customer = readCustomer(form, faults);
  const token = form.get("token");
  if (token === "") faults.push("token.missing");
  const source: Source =
    token === null ? readCard(form, faults) : { type: "token", token: token.slice(0, 512) };
  return { customer, source: faults.length === 0 ? source : null, faults };
}
