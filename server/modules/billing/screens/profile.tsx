import type { ReactNode } from "react";
import type { RouterOutput } from "#trpc/router";
import { AddressFields } from "#ui/admin/address-fields";
import { FormDialog, type FormDialogProps } from "#ui/admin/dialog";
import { SelectField, TextField } from "#ui/admin/form";
import { Facts, Note, Panel } from "#ui/admin/page";

type Profile = RouterOutput["billing"]["get"]["profile"];

export function PartyFields() {
  return (
    <>
      <AddressFields />
      <TextField name="tax_id" label="Tax ID" hint="Optional. Printed on every document." />
    </>
  );
}

const languageOptions = [
  { value: "en", text: "English" },
  { value: "de", text: "German" },
  { value: "fr", text: "French" },
  { value: "es", text: "Spanish" },
];

function ProfileFields() {
  return (
    <>
      <PartyFields />
      <TextField
        name="billing_email"
        label="Billing email"
        type="email"
        hint="Gets a mail with a link to each new document."
      />
      <SelectField name="language" label="Language of documents" options={languageOptions} />
    </>
  );
}

/** Values of the form. Operators also set the days to pay. */
export function profileValues(profile: Profile) {
  return {
    legal_name: profile?.legal_name ?? "",
    address: profile?.address ?? "",
    country_code: profile?.country_code ?? "",
    tax_id: profile?.tax_id ?? "",
    billing_email: profile?.billing_email ?? "",
    language: profile?.language ?? ("en" as const),
  };
}

type DialogProps<Input, Output> = Pick<
  FormDialogProps<Input, Output, unknown>,
  "schema" | "initial" | "opened" | "send" | "onDone"
> & {
  profile: Profile;
  children?: ReactNode;
};

export function ProfileDialog<Input, Output>({
  profile,
  children,
  ...form
}: DialogProps<Input, Output>) {
  return (
    <FormDialog
      {...form}
      button={profile ? "Edit profile" : "Add profile"}
      title="Billing profile"
      description="Printed on new documents. Documents that were issued do not change."
      action="Save profile"
      done="Billing profile saved"
    >
      <ProfileFields />
      {children}
    </FormDialog>
  );
}

interface PanelProps {
  profile: Profile;
  actions: ReactNode;
}

export function ProfilePanel({ profile, actions }: PanelProps) {
  return (
    <Panel title="Billing profile" actions={actions}>
      {profile === null ? (
        <Note>Without a profile, no invoice can be issued.</Note>
      ) : (
        <Facts
          facts={{
            "Legal name": profile.legal_name,
            Address: profile.address,
            Country: profile.country_code,
            "Tax ID": profile.tax_id ?? "–",
            "Billing email": profile.billing_email,
            "Days to pay": String(profile.payment_days),
          }}
        />
      )}
    </Panel>
  );
}
