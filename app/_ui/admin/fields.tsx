"use client";
import { useQuery } from "@tanstack/react-query";
import { type Currency, parseMoney } from "#core/money";
import { useAccount } from "./account";
import { PendingSelect, SelectField, TextAreaField, TextField, useFormValues } from "./form";
import { money } from "./format";
import { findIn } from "./options";
import { Loaded } from "./page";
import { useSubaccounts } from "./subaccount-filter";
import { openSubaccounts } from "./subaccount-options";
import { useTRPC } from "./trpc";

interface EmailProps {
  label?: string;
  hint?: string;
  autoComplete?: string;
}

export function EmailField({ label = "Email", ...rest }: EmailProps) {
  return <TextField name="email" label={label} type="email" {...rest} />;
}

interface MoneyProps {
  label: string;
  hint?: string;
  autoFocus?: boolean;
  name?: string;
  currency: Currency;
}

/** An amount in this currency. What is typed is repeated as it is understood. */
export function MoneyField({ name = "amount", label, hint, currency, autoFocus }: MoneyProps) {
  const { [name]: amount } = useFormValues<Record<string, string | null>>();
  const typed = amount ? parseMoney(amount, currency) : null;
  const understood = typed && `You entered ${money(typed.minor, currency)}.`;
  return (
    <TextField
      name={name}
      label={`${label} (${currency.toUpperCase()})`}
      hint={
        <>
          {hint} <output>{understood}</output>
        </>
      }
      inputMode="decimal"
      autoComplete="off"
      {...(autoFocus && { autoFocus })}
    />
  );
}

/** Identifies a payment, so that it is recorded once. */
export function ReferenceField({ hint }: { hint?: string }) {
  return (
    <TextField
      name="reference"
      label="Reference"
      hint={hint ?? "Of the bank statement’s line. The same reference is recorded once."}
      autoComplete="off"
    />
  );
}

export function ReasonField({ hint = "Recorded in the audit log." }) {
  return <TextAreaField name="reason" label="Reason" hint={hint} />;
}

export function PasswordField({ name = "password", label = "Password", autoFocus = false }) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
  );
}

export function NewPasswordField({ label = "New password" }) {
  return (
    <TextField
      name="password"
      label={label}
      type="password"
      hint="At least 10 characters. Common passwords are rejected."
      autoComplete="new-password"
    />
  );
}

export function CodeField({ autoFocus }: { autoFocus: boolean }) {
  return (
    <TextField
      name="code"
      label="Code"
      hint="From your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      autoFocus={autoFocus}
    />
  );
}

interface PortfolioProps {
  name: string;
  label: string;
  hint: string;
  /** The default that applies if nothing is chosen, and its description. */
  fallback: { to: "id" | "catalogueId"; text: string };
}

export function PortfolioField({ fallback, ...field }: PortfolioProps) {
  const list = useQuery(useTRPC().portfolios.list.queryOptions());
  return (
    <Loaded query={list} pending={<PendingSelect label={field.label} hint={field.hint} />}>
      {({ data: portfolios, default: defaults }) => {
        const fallbackName = portfolios.find(({ id }) => id === defaults[fallback.to])?.name;
        const options = [
          { value: "", text: [fallback.text, fallbackName].filter(Boolean).join(": ") },
          ...portfolios.map(({ id, name, isOwn }) => ({
            value: id,
            text: isOwn ? `${name} (your own)` : name,
          })),
        ];
        return <SelectField {...field} options={options} find={findIn(options)} />;
      }}
    </Loaded>
  );
}

export function SubaccountField() {
  const { list, options, find } = useSubaccounts(openSubaccounts);
  const field = {
    label: "Subaccount",
    hint: "Optional. Orders without a subaccount belong to the account.",
  };
  return (
    <Loaded query={list} pending={<PendingSelect {...field} />}>
      {() =>
        options.length > 0 && (
          <SelectField
            {...field}
            name="subaccount_id"
            options={[{ value: "", text: "None" }, ...options]}
            find={find}
          />
        )
      }
    </Loaded>
  );
}

export function SubaccountFields() {
  const { account, mode } = useAccount();
  const parent = mode === "live" ? account.slug : `${account.slug}-test`;
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="Appears on its certificates, checkout pages and impact page."
      />
      <EmailField hint="For your records. Optional." />
      <TextField
        name="reference"
        label="Reference"
        hint="Your own identifier of it, such as a customer number. Optional."
      />
      <TextField
        name="slug"
        label="Address of its impact page"
        autoComplete="off"
        hint={`End of /impact/${parent}/…: lowercase letters, digits and single hyphens. Optional. Former addresses lead to the new one.`}
      />
      <PortfolioField
        name="default_portfolio_id"
        label="Default portfolio"
        hint="For its orders that name no portfolio."
        fallback={{ to: "id", text: "Account default" }}
      />
    </>
  );
}
