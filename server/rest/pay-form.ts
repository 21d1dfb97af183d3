import valid from "card-validator";
import { z } from "zod";
import { isRefusedClaim } from "#core/claims";
import { countryCodes } from "#core/countries";
import { languageOf } from "#core/language";
import type { CustomerDetails, FormRules, PaymentMethod } from "#domain/checkout";
import { NameBeneficiary } from "#domain/orders";
import { readCompany } from "./company-fields";

/** A field of the form and its fault, as the page knows them. */
export type Fault =
  `${string}.${"missing" | "invalid" | "past" | "long" | "changed" | "claim" | "refused"}`;

type FormKind = PaymentMethod["form"];
type Source =
  | { type: "card"; number: string; expiryMonth: number; expiryYear: number; cvc: string }
  | { type: "token"; token: string }
  | { type: "none" };

export interface PayForm {
  /** The valid part of the customer's details. */
  customer: CustomerDetails;
  /** Null if any field is invalid. */
  source: Source | null;
  faults: Fault[];
}

export interface ReadRules extends Pick<FormRules, "hasEmail" | "seller"> {
  kind: FormKind;
}

interface Reading {
  form: URLSearchParams;
  rules: ReadRules;
  faults: Fault[];
}

const Email = z.email().max(254);
const { name: Name, message: Message, url: Url } = NameBeneficiary.shape;

/** Adds the scheme that people leave out. */
function withScheme(address: string): string {
  return /^[^\s/?#:@]+\.[^\s/?#@]+([/?#]|$)/.test(address) ? `https://${address}` : address;
}

/**
 * The beneficiary of the certificate. Undefined if the name is invalid, or missing next to a
 * message or link.
 */
function readBeneficiary(form: URLSearchParams, faults: Fault[]): CustomerDetails["beneficiary"] {
  // Browsers send line breaks as two characters.
  const typed = (field: string) => form.get(field)?.replaceAll("\r\n", "\n").trim() ?? "";
  const name = Name.safeParse(typed("beneficiary"));
  const message = Message.safeParse(typed("message"));
  const address = withScheme(typed("url"));
  const url = Url.safeParse(address || null);
  const isNamed = typed("beneficiary") !== "";
  if (isNamed && !name.success) faults.push("beneficiary.long");
  if (!message.success) faults.push("message.long");
  else if (isRefusedClaim(message.data)) faults.push("message.claim");
  if (!url.success) faults.push(address.length > 512 ? "url.long" : "url.invalid");
  if (!isNamed && message.data === null && url.data === null) return null;
  if (!isNamed) faults.push("beneficiary.missing");
  if (!name.success) return undefined;
  return {
    name: name.data,
    ...(message.success && { message: message.data }),
    ...(url.success && { url: url.data }),
  };
}

/** Undefined without a country, or if the seller does not sell to such a buyer. */
function readBuyer({ form, rules: { seller }, faults }: Reading): CustomerDetails["buyer"] {
  if (seller === null) return null;
  const country = form.get("country") ?? "";
  const isBusiness = form.get("buyer") === "business";
  const [hasCountry, mayBuy] = [countryCodes.has(country), isBusiness || seller.sellsToConsumers];
  if (!hasCountry) faults.push("country.missing");
  if (!mayBuy) faults.push("buyer.missing");
  if (!hasCountry || !mayBuy) return undefined;
  const read = isBusiness ? readCompany(form, country) : { company: null, faults: [] };
  faults.push(...read.faults);
  return { country, isBusiness, company: read.company, consent: form.get("consent") };
}

function readCustomer({ form, rules, faults }: Reading): CustomerDetails {
  const email = form.get("email")?.trim() ?? "";
  const customer: CustomerDetails = { language: languageOf(form.get("lang")) ?? "en" };
  if (email === "" && rules.hasEmail) customer.email = null;
  else if (email === "") faults.push("email.missing");
  else if (Email.safeParse(email).success) customer.email = email;
  else faults.push("email.invalid");
  const beneficiary = readBeneficiary(form, faults);
  const buyer = readBuyer({ form, rules, faults });
  return {
    ...customer,
    ...(beneficiary !== undefined && { beneficiary }),
    ...(buyer !== undefined && { buyer }),
  };
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

function readToken(form: URLSearchParams, faults: Fault[]): Source {
  // Each provider with its own form has this field, and only one is filled in.
  const token = form.getAll("token").find((text) => text !== "") ?? "";
  if (token === "") faults.push("token.missing");
  return { type: "token", token: token.slice(0, 512) };
}

/** True if the raw form has one of our card fields. */
export function carriesCard(body: Buffer): boolean {
  return /(^|&|name=")(number|expiry|cvc)["=]/.test(body.toString("latin1"));
}

const readers: Record<FormKind, (form: URLSearchParams, faults: Fault[]) => Source> = {
  card: readCard,
  token: readToken,
  none: () => ({ type: "none" }),
};

/** Reads the customer's details, and the payment fields that the provider needs. */
export function readPayForm(form: URLSearchParams, rules: ReadRules): PayForm {
  const faults: Fault[] = [];
  const customer = readCustomer({ form, rules, faults });
  const source = readers[rules.kind](form, faults);
  return { customer, source: faults.length === 0 ? source : null, faults };
}
