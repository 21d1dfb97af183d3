"use client";
// Buyer, consent and right of withdrawal of a checkout.
import { countryName } from "#core/countries";
import type { RouterOutput } from "#trpc/router";
import { Fact, Facts, Panel } from "./page";
import { Time } from "./time";

type Buyer = Pick<
  RouterOutput["checkout"]["get"],
  | "customer_country"
  | "is_business"
  | "consent_text"
  | "consent_wording"
  | "consent_language"
  | "consent_on"
  | "withdrawal_until"
  | "withdrawn_on"
>;

const languageNames = new Intl.DisplayNames("en", { type: "language" });

function Consent({ buyer }: { buyer: Buyer }) {
  const { consent_on: on, consent_text: version, consent_language: language } = buyer;
  if (on === null) {
    return (
      <Fact label="Consent">
        Not given: the credits are allocated when the withdrawal period is over.
      </Fact>
    );
  }
  return (
    <>
      <Fact label="Consent given">
        <Time at={on} />
      </Fact>
      <Fact label="Text agreed to">
        Version {version}, {language && languageNames.of(language)}
      </Fact>
      <Fact label="Wording" isWide>
        <q lang={language ?? undefined}>{buyer.consent_wording}</q>
      </Fact>
    </>
  );
}

function Withdrawal({ buyer }: { buyer: Buyer }) {
  const { withdrawal_until: until, withdrawn_on: withdrawnOn } = buyer;
  if (until === null) return <Fact label="Right of withdrawal">None</Fact>;
  return (
    <>
      <Consent buyer={buyer} />
      {withdrawnOn === null ? (
        <Fact label="Withdrawal period ends">
          <Time at={until} />
        </Fact>
      ) : (
        <Fact label="Withdrawn">
          <Time at={withdrawnOn} />
        </Fact>
      )}
    </>
  );
}

/** Nothing where the seller had no details when the customer paid. */
export function BuyerPanel({ buyer, isPaid }: { buyer: Buyer | null; isPaid: boolean }) {
  if (buyer === null || buyer.customer_country === null || buyer.is_business === null) return null;
  return (
    <Panel title="Buyer and withdrawal">
      <Facts>
        <Fact label="Buyer">{buyer.is_business ? "Business" : "Consumer"}</Fact>
        <Fact label="Country">{countryName(buyer.customer_country)}</Fact>
        {isPaid && <Withdrawal buyer={buyer} />}
      </Facts>
    </Panel>
  );
}
