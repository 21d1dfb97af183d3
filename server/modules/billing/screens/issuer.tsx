"use client";
import type { RouterOutput } from "#trpc/router";
import { Confirm, FormDialog, type FormDialogProps } from "#ui/admin/dialog";
import { SelectField, TextAreaField, TextField } from "#ui/admin/form";
import { Facts, Item, Items, Note, Panel } from "#ui/admin/page";
import { useChange } from "#ui/admin/trpc";
import { PartyFields } from "./profile";
import { rateRuleNames, rateRuleOptions } from "./rate-rules";

type Data = Pick<RouterOutput["operatorBilling"]["get"], "issuer" | "formerIssuers">;
type Issuer = NonNullable<Data["issuer"]>;

const emptyIssuer = {
  legal_name: "",
  address: "",
  country_code: "",
  tax_id: "",
  bank_text: "",
  number_prefix: "INV",
  rate_rule: null as Issuer["details"]["rate_rule"],
};

type DialogProps<Input, Output> = Pick<
  FormDialogProps<Input, Output, unknown>,
  "button" | "title" | "description" | "schema" | "initial" | "opened" | "send"
>;

function IssuerDialog<Input, Output>(props: DialogProps<Input, Output>) {
  return (
    <FormDialog {...props} action="Save issuer" done="Issuer saved">
      <PartyFields />
      <TextAreaField name="bank_text" label="Bank details" hint="Printed on invoices. Optional." />
      <TextField
        name="number_prefix"
        label="Number prefix"
        hint="INV numbers invoices INV-2026-00001, and credit notes INV-CN-2026-00001."
      />
      <SelectField
        name="rate_rule"
        label="Exchange rates"
        hint="Used where tax is stated in the currency of your country. Ask your tax adviser which rates you may use."
        options={[{ value: "", text: "Default of the country" }, ...rateRuleOptions]}
      />
    </FormDialog>
  );
}

function EditIssuer({ issuer }: Pick<Data, "issuer">) {
  const set = useChange((trpc) => trpc.operatorBilling.setIssuer);
  const details = issuer?.details;
  const initial = details
    ? { ...details, tax_id: details.tax_id ?? "", bank_text: details.bank_text ?? "" }
    : emptyIssuer;
  return (
    <IssuerDialog
      button={issuer ? "Edit issuer" : "Set issuer"}
      title="Issuer"
      description="Your legal entity, as new documents show it. Documents that were issued do not change."
      schema={async () => (await import("#admin/schemas")).SetIssuer}
      initial={initial}
      opened={initial}
      send={(values, opened) => set({ ...values, opened })}
    />
  );
}

function NewIssuer() {
  const add = useChange((trpc) => trpc.operatorBilling.addIssuer);
  return (
    <IssuerDialog
      button="Change issuer"
      title="Another issuer"
      description="Another legal entity issues documents from now on, with numbers of its own. You can go back to the present one: its numbers then go on."
      schema={async () => (await import("#admin/schemas")).SetIssuer}
      initial={{ ...emptyIssuer, number_prefix: "" }}
      send={(values) => add(values)}
    />
  );
}

function FormerIssuer({ id, details }: Issuer) {
  const choose = useChange((trpc) => trpc.operatorBilling.chooseIssuer);
  const { legal_name: name, number_prefix: prefix } = details;
  return (
    <Item title={name} note={`Numbers begin with ${prefix}`}>
      <Confirm
        button="Use again"
        title={`Let ${name} issue documents again?`}
        description={`New documents go on with the numbers of ${name}.`}
        done="Issuer changed"
        run={() => choose({ id })}
      />
    </Item>
  );
}

export function IssuerPanel({ issuer, formerIssuers }: Data) {
  return (
    <Panel
      title="Issuer"
      actions={
        <span className="flex flex-wrap gap-2">
          <EditIssuer issuer={issuer} />
          {issuer !== null && <NewIssuer />}
        </span>
      }
    >
      {issuer === null ? (
        <Note>Set who issues the documents before you issue invoices.</Note>
      ) : (
        <Facts
          facts={{
            "Legal name": issuer.details.legal_name,
            Address: issuer.details.address,
            Country: issuer.details.country_code,
            "Tax ID": issuer.details.tax_id ?? "–",
            "Number prefix": issuer.details.number_prefix,
            "Exchange rates":
              issuer.details.rate_rule === null
                ? "Default of the country"
                : rateRuleNames[issuer.details.rate_rule],
          }}
        />
      )}
      {formerIssuers.length > 0 && (
        <Items>
          {formerIssuers.map((former) => (
            <FormerIssuer key={former.id} {...former} />
          ))}
        </Items>
      )}
    </Panel>
  );
}
