"use client";
import { countryName } from "#core/countries";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { AddressFields } from "#ui/admin/address-fields";
import { useApiForm } from "#ui/admin/api-form";
import { CheckboxField, Form, TextField } from "#ui/admin/form";
import { Facts, Loaded, Note, Panel } from "#ui/admin/page";
import { MissingDetails } from "#ui/admin/seller-state";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Seller = RouterOutput["merchant"]["get"];
interface Covered {
  covered: Seller["covered_consumers"];
}

function State({ missing }: Pick<Seller, "missing">) {
  if (missing.length > 0) return <MissingDetails missing={missing} />;
  return <Note className="mb-6">Complete. You can open live checkouts.</Note>;
}

/** The countries by the rules that are in force when the screen opens. */
function UncoveredField({ covered }: Covered) {
  const rules =
    covered === null
      ? "Save your country to see which ones they cover."
      : `They cover consumers of ${covered}. The operator adds rules.`;
  return (
    <CheckboxField
      name="refuses_uncovered"
      label="Refuse consumers of countries that the tax rules do not cover"
      hint={`${rules} If you do not refuse the others, they buy without a word about tax, which you may owe.`}
    />
  );
}

function SellerFields({ covered }: Covered) {
  return (
    <>
      <AddressFields />
      <CheckboxField name="has_tax_id" label="We have a tax ID" />
      <TextField name="tax_id" label="Tax ID" hint="VAT identification number or tax number." />
      <CheckboxField
        name="sells_to_consumers"
        label="We sell to consumers"
        hint="If not, customers confirm at checkout that they buy for a business."
      />
      <UncoveredField covered={covered} />
      <CheckboxField
        name="named_for_customers"
        label="Name us on certificates of customers who enter no name"
        hint="If not, these certificates name “a customer of” your account, and the tonnes are not yours to claim."
      />
      <TextField
        name="order_button"
        label="Words on the order button"
        hint="The same in every language. They must say that the order has to be paid, for which you are liable. Default: the usual words of each language, such as “Pay now” and “Zahlungspflichtig bestellen”."
      />
    </>
  );
}

function ContactFields() {
  return (
    <>
      <TextField name="support_email" label="Support email" type="email" />
      <TextField name="support_url" label="Support page" type="url" hint="Optional." />
      <TextField name="terms_url" label="Terms" type="url" hint="A complete https address." />
      <TextField name="privacy_url" label="Privacy policy" type="url" />
      <TextField name="refund_url" label="Refund policy" type="url" />
      <TextField
        name="sender_name"
        label="Sender name"
        hint="Mails come from this name “via” our domain. Default: your account’s name."
      />
      <TextField
        name="reply_to"
        label="Reply-to address"
        type="email"
        hint="Gets replies to mails. Default: your support email."
      />
    </>
  );
}

function SellerForm({ seller }: { seller: Seller }) {
  const set = useChange((trpc) => trpc.merchant.set);
  const form = useApiForm({
    done: "Seller details saved",
    schema: async () => (await import("#admin/schemas")).SetMerchantProfile,
    initial: seller.profile,
    opened: seller.profile,
    send: (values, opened) => set({ ...values, opened }),
  });
  return (
    <Form form={form} action="Save details">
      <SellerFields covered={seller.covered_consumers} />
      <ContactFields />
    </Form>
  );
}

function ReadOnlySeller({ profile, covered }: Pick<Seller, "profile"> & Covered) {
  return (
    <Facts
      facts={{
        "Legal name": profile.legal_name ?? "–",
        Address: profile.address ?? "–",
        "Tax ID": profile.tax_id ?? "–",
        "Support email": profile.support_email ?? "–",
        "Support page": profile.support_url ?? "–",
        Terms: profile.terms_url ?? "–",
        "Privacy policy": profile.privacy_url ?? "–",
        "Refund policy": profile.refund_url ?? "–",
        "Sender name": profile.sender_name ?? "–",
        "Reply-to address": profile.reply_to ?? "–",
        Country: profile.country_code ? countryName(profile.country_code) : "–",
        "Sells to consumers": profile.sells_to_consumers ? "Yes" : "No",
        "Tax rules cover consumers of": covered ?? "–",
        "Consumers of other countries": profile.refuses_uncovered ? "Refused" : "Accepted",
      }}
    />
  );
}

export function SellerPanel() {
  const { canWrite } = useAccount();
  const { seller: query } = useScreenData(queries);
  return (
    <div id="seller" className="scroll-mt-6">
      <Panel title="Seller details">
        <Note className="mb-4">
          Your customers see these at checkout, on receipts and in mails.
        </Note>
        <Loaded query={query} lines={8}>
          {(seller) => (
            <>
              <State missing={seller.missing} />
              {canWrite ? (
                <SellerForm seller={seller} />
              ) : (
                <ReadOnlySeller profile={seller.profile} covered={seller.covered_consumers} />
              )}
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
