"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { ClaimNotes } from "#ui/admin/claim-notes";
import { MoneyField, PortfolioField, SubaccountField } from "#ui/admin/fields";
import { type ApiForm, TextAreaField, TextField, useFormValues } from "#ui/admin/form";
import { money } from "#ui/admin/format";
import { Facts, Loaded, Note, Panel } from "#ui/admin/page";
import { PreviewedForm } from "#ui/admin/previewed-form";
import { perTonne } from "#ui/admin/prices";
import { useSettled } from "#ui/admin/settled";
import { useTRPC } from "#ui/admin/trpc";
import type { OrderTerms } from "./order-schema";
import { quoteInputOf } from "./order-terms";

export type Quote = RouterOutput["orders"]["quote"];

/** An order beyond stock is placed, and waits. */
export function Supply({ quote }: { quote: Quote }) {
  const { amount_kg: kg, available_kg: availableKg } = quote;
  if (availableKg >= kg) return <Note>In stock: filled within seconds.</Note>;
  return (
    <Note className="text-warning!">
      {availableKg === 0 ? "Nothing" : `Only ${formatMass(availableKg)}`} of this portfolio is in
      stock. The order waits until there are credits for all of it, and you can cancel it until
      then.
    </Note>
  );
}

export function QuoteFacts({ quote }: { quote: Quote }) {
  const price = money(quote.price, quote.currency);
  return (
    <Facts
      className="space-y-3"
      facts={{
        Amount: `${formatMass(quote.amount_kg)} of CO₂e`,
        Price: <span className="font-semibold tabular-nums">{price}</span>,
        Portfolio: (
          <>
            {quote.portfolio_name}
            <span className="block text-sm text-quiet">
              {perTonne(quote.price_per_tonne, quote.currency)}
            </span>
          </>
        ),
      }}
    />
  );
}

function LiveQuote() {
  const terms = useFormValues<OrderTerms>();
  const { currency } = useAccount().account;
  // Compared as text: the fields are a new object each time.
  const settled = useSettled(JSON.stringify(quoteInputOf(terms, currency)));
  const input = JSON.parse(settled) as ReturnType<typeof quoteInputOf>;
  const quote = useQuery(
    useTRPC().orders.quote.queryOptions(input ?? {}, {
      enabled: input !== null,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );
  return (
    <Panel title="Quote">
      {input === null ? (
        <Note>Enter an amount or a budget to see the price.</Note>
      ) : (
        <Loaded query={quote} lines={3}>
          {(data) => (
            <div aria-busy={quote.isFetching} className="space-y-4">
              <QuoteFacts quote={data} />
              <Supply quote={data} />
            </div>
          )}
        </Loaded>
      )}
    </Panel>
  );
}

const measures = [
  { value: "kg", text: "By amount" },
  { value: "total", text: "By budget" },
];

function MeasureFields() {
  const { register, formState } = useFormContext();
  const { measure } = useFormValues<OrderTerms>();
  const { currency } = useAccount().account;
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Size of the order</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {measures.map(({ value, text }) => (
            <label key={value} className="flex min-h-8 items-center gap-2.5 text-[0.9375rem]">
              <input
                type="radio"
                value={value}
                {...register("measure")}
                defaultChecked={value === formState.defaultValues?.["measure"]}
                className="size-4"
              />
              {text}
            </label>
          ))}
        </div>
      </fieldset>
      {measure === "kg" ? (
        <TextField
          key="kg"
          name="amount_kg"
          label="Amount in kg"
          inputMode="numeric"
          autoComplete="off"
          placeholder="1250"
          hint="Whole kg of CO₂e. A tonne is 1000 kg."
        />
      ) : (
        <MoneyField
          key="total"
          name="total_price"
          label="Budget"
          currency={currency}
          hint="You get as many whole kg as it buys, and pay for these."
        />
      )}
    </>
  );
}

function BeneficiaryFields() {
  return (
    <details className="rounded-xl border border-line p-4">
      <summary className="cursor-pointer text-[0.9375rem] font-medium">
        Beneficiary and description
      </summary>
      <div className="mt-4 space-y-5">
        <TextField
          name="beneficiary.name"
          label="Beneficiary"
          hint="Name on the certificate. Default: the subaccount, or else the account."
        />
        <ClaimNotes name="beneficiary.name" />
        <TextField
          name="beneficiary.message"
          label="Message"
          hint="Below the name on the certificate. Optional."
        />
        <ClaimNotes name="beneficiary.message" />
        <TextField
          name="beneficiary.url"
          label="Website"
          type="url"
          placeholder="https://"
          hint="Linked below the name. Optional."
        />
        <TextAreaField name="description" label="Description" hint="Public, on the certificate." />
        <ClaimNotes name="description" />
        <TextField name="metadata" label="Your reference" hint="Not shown on the certificate." />
      </div>
    </details>
  );
}

interface Props {
  form: ApiForm;
  onCancel(): void;
}

export function OrderForm({ form, onCancel }: Props) {
  const { subaccountId } = useAccount();
  return (
    <PreviewedForm
      title="Details"
      form={form}
      action="Review order"
      onCancel={onCancel}
      preview={<LiveQuote />}
    >
      <MeasureFields />
      <PortfolioField
        name="portfolio_id"
        label="Portfolio"
        hint="The projects that the credits come from."
        fallback={{ to: "id", text: "Default" }}
      />
      {subaccountId === null && <SubaccountField />}
      <BeneficiaryFields />
    </PreviewedForm>
  );
}
