"use client";
import { countryName } from "#core/countries";
import type { RouterOutput } from "#trpc/router";
import { Time } from "./format";
import { FactsPanel } from "./page";

type Buyer = Pick<
  RouterOutput["checkout"]["get"],
  | "customer_country"
  | "is_business"
  | "buyer_name"
  | "buyer_address"
  | "buyer_vat_id"
  | "consent_text"
  | "consent_wording"
  | "consent_language"
  | "consent_on"
  | "withdrawal_until"
  | "withdrawn_on"
>;

const languageNames = new Intl.DisplayNames("en", { type: "language" });

function consentFacts(buyer: Buyer) {
  const { consent_on: on, consent_text: version, consent_language: language } = buyer;
  if (on === null) {
    return { Consent: "Not given: the credits are allocated when the withdrawal period is over." };
  }
  return {
    "Consent given": <Time at={on} />,
    "Text agreed to": `Version ${version}, ${language && languageNames.of(language)}`,
    Wording: <q lang={language ?? undefined}>{buyer.consent_wording}</q>,
  };
}

function withdrawalFacts(buyer: Buyer) {
  const { withdrawal_until: until, withdrawn_on: withdrawnOn } = buyer;
  if (until === null) return { "Right of withdrawal": "None" };
  return {
    ...consentFacts(buyer),
    "Withdrawal period ends": withdrawnOn === null && <Time at={until} />,
    Withdrawn: withdrawnOn && <Time at={withdrawnOn} />,
  };
}

/** Nothing where the seller had no details when the customer paid. */
export function BuyerPanel({ buyer, isPaid }: { buyer: Buyer | null; isPaid: boolean }) {
  if (buyer === null || buyer.customer_country === null || buyer.is_business === null) return null;
  return (
    <FactsPanel
      title="Buyer and withdrawal"
      facts={{
        Buyer: buyer.is_business ? "Business" : "Consumer",
        Company: buyer.is_business && (buyer.buyer_name ?? "–"),
        Address: buyer.is_business && (buyer.buyer_address ?? "–"),
        "VAT or tax ID": buyer.is_business && (buyer.buyer_vat_id ?? "–"),
        Country: countryName(buyer.customer_country),
        ...(isPaid && withdrawalFacts(buyer)),
      }}
      wide={["Wording"]}
    />
  );
}
