"use client";
import { formatDay } from "#core/dates";
import { FormDialog } from "#ui/admin/dialog";
import { SelectField, TextAreaField, TextField } from "#ui/admin/form";
import { Note, Panel } from "#ui/admin/page";
import { SimpleTable } from "#ui/admin/table";
import { useChange } from "#ui/admin/trpc";
import { type Rate, rateRuleNames, rateRuleOptions } from "./rate-rules";

const emptyRate = {
  rule: "ecb_daily" as Rate["rule"],
  ...{ from: "EUR", to: "", valid_from: "", valid_to: "", rate: "", source: "" },
};

function AddRate() {
  const set = useChange((trpc) => trpc.operatorBilling.setRate);
  return (
    <FormDialog
      button="Add rate"
      title="Add an exchange rate"
      description="A rate of the same currencies and first day is corrected. Documents that were issued keep theirs."
      action="Save rate"
      done="Rate saved"
      schema={async () => (await import("#admin/schemas")).ExchangeRate}
      initial={emptyRate}
      send={(values) => set(values)}
    >
      <SelectField name="rule" label="Rule" options={rateRuleOptions} />
      <TextField name="from" label="From" hint="Such as EUR." />
      <TextField name="to" label="To" hint="Such as GBP." />
      <TextField
        name="rate"
        label="Rate"
        hint="Units of the second currency for one of the first, as published: 0.8561."
      />
      <TextField name="valid_from" label="First day" hint="Such as 2026-10-01." />
      <TextField name="valid_to" label="Last day" hint="Such as 2026-10-31." />
      <TextField name="source" label="Source" hint="Printed on documents." />
    </FormDialog>
  );
}

function ImportRates() {
  const importRates = useChange((trpc) => trpc.operatorBilling.importRates);
  return (
    <FormDialog
      button="Import rates"
      title="Import exchange rates"
      description="Lines of a CSV file, with the names of its columns first: rule,from,to,valid_from,valid_to,rate,source."
      action="Import rates"
      done="Rates imported"
      schema={async () => (await import("#admin/schemas")).RatesFile}
      initial={{ rates: "" }}
      send={(values) => importRates(values)}
    >
      <TextAreaField name="rates" label="Lines" />
    </FormDialog>
  );
}

/** Rates by which documents state tax in the currency of the issuer's country. */
export function Rates({ rates }: { rates: readonly Rate[] }) {
  return (
    <Panel
      title="Exchange rates for tax"
      actions={
        <span className="flex flex-wrap gap-2">
          <ImportRates />
          <AddRate />
        </span>
      }
    >
      <SimpleTable
        empty="No rates yet. They are needed where an account’s currency is not that of the issuer’s country."
        label="Exchange rates for tax"
        rows={rates}
        columns={[
          {
            head: "Rate",
            cell: ({ from, to, rate }) => `1 ${from.toUpperCase()} = ${rate} ${to.toUpperCase()}`,
            note: ({ rule, source }) => `${rateRuleNames[rule]}: ${source}`,
          },
          { head: "From", cell: (rate) => formatDay(rate.valid_from) },
          { head: "To", cell: (rate) => formatDay(rate.valid_to) },
        ]}
        keyOf={({ rule, from, to, valid_from: first }) => [rule, from, to, first].join(" ")}
      />
      <Note className="mt-4">Have rules and rates checked by a tax adviser.</Note>
    </Panel>
  );
}
