"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { countryCodes, countryName } from "#core/countries";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { useApiForm } from "#ui/admin/api-form";
import { CheckboxField, Form, SelectField, TextAreaField, TextField } from "#ui/admin/form";
import { Fact, Facts, Loaded, Note, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { MissingDetails } from "#ui/admin/seller-state";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { queries } from "./queries";

type Seller = RouterOutput["merchant"]["get"];

const countryOptions = [
  { value: "", text: "Choose a country" },
  ...[...countryCodes]
    .map((code) => ({ value: code, text: countryName(code) }))
    .sort((one, other) => one.text.localeCompare(other.text, "en")),
];

function State({ missing }: Pick<Seller, "missing">) {
  if (missing.length > 0) return <MissingDetails missing={missing} />;
  return <Note className="mb-6">Complete. You can open live checkouts.</Note>;
}

function SellerFields() {
  return (
    <>
      <TextField name="legal_name" label="Legal name" autoComplete="organization" />
      <TextAreaField name="address" label="Address" hint="Street, postal code and city." />
      <SelectField name="country_code" label="Country" options={countryOptions} />
      <CheckboxField name="has_tax_id" label="We have a tax id" />
      <TextField name="tax_id" label="Tax id" hint="VAT identification number or tax number." />
      <CheckboxField
        name="sells_to_consumers"
        label="We sell to consumers"
        hint="If not, customers confirm at checkout that they buy for a business."
      />
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
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const set = useMutation(trpc.merchant.set.mutationOptions());
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).SetMerchantProfile,
    initial: seller.profile,
    opened: seller.profile,
    async send(values, opened) {
      const saved = await set.mutateAsync({ ...values, opened });
      queries.setQueryData(trpc.merchant.get.queryKey(), saved);
      toast("Seller details saved");
    },
  });
  return (
    <Form form={form} action="Save details">
      <SellerFields />
      <ContactFields />
    </Form>
  );
}

const readOnlyFields = [
  ["Legal name", "legal_name"],
  ["Address", "address"],
  ["Tax id", "tax_id"],
  ["Support email", "support_email"],
  ["Support page", "support_url"],
  ["Terms", "terms_url"],
  ["Privacy policy", "privacy_url"],
  ["Refund policy", "refund_url"],
  ["Sender name", "sender_name"],
  ["Reply-to address", "reply_to"],
] as const;

function ReadOnlySeller({ profile }: Pick<Seller, "profile">) {
  return (
    <Facts>
      {readOnlyFields.map(([label, field]) => (
        <Fact key={field} label={label}>
          {profile[field] ?? "–"}
        </Fact>
      ))}
      <Fact label="Country">{profile.country_code ? countryName(profile.country_code) : "–"}</Fact>
      <Fact label="Sells to consumers">{profile.sells_to_consumers ? "Yes" : "No"}</Fact>
    </Facts>
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
                <ReadOnlySeller profile={seller.profile} />
              )}
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
