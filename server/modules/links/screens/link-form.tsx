"use client";
// The form of a reusable payment link, for a new one and for changes.
import type { z } from "zod";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { ClaimNotes } from "#ui/admin/claim-notes";
import { PortfolioField, SubaccountField } from "#ui/admin/fields";
import { TextAreaField, TextField } from "#ui/admin/form";
import type { LinkTerms } from "./link-terms";

export type PaymentLink = RouterOutput["links"]["get"];

/** The API's maximum, which stands for no limit. */
export const NO_LIMIT_KG = 1_000_000_000;
export const noTerms = {
  name: "",
  suggested_kg: "25, 100, 500",
  min_kg: "",
  max_kg: "",
  portfolio_id: "",
  subaccount_id: "",
  description: "",
  success_url: "",
};

export const termsOf = (link: PaymentLink) => ({
  name: link.name,
  suggested_kg: link.suggested_kg.join(", "),
  min_kg: String(link.min_kg),
  max_kg: link.max_kg === NO_LIMIT_KG ? "" : String(link.max_kg),
  portfolio_id: link.portfolio_id ?? "",
  subaccount_id: link.subaccount_id ?? "",
  description: link.description ?? "",
  success_url: link.success_url ?? "",
});

type Values = Omit<RouterInput["links"]["update"], "id" | "state" | "opened">;

export const valuesOf = (terms: z.output<typeof LinkTerms>): Values => ({
  name: terms.name,
  suggested_kg: terms.suggested_kg,
  min_kg: terms.min_kg,
  max_kg: terms.max_kg,
  portfolio_id: terms.portfolio_id || null,
  subaccount_id: terms.subaccount_id || null,
  description: terms.description || null,
  success_url: terms.success_url || null,
});

/** Makes the end of an address: "Harbor Hotel, Zürich" becomes "harbor-hotel-zurich". */
export function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

export function LinkFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <TextField name="name" label="Name" autoFocus hint="Title of the page." />
      <ClaimNotes name="name" />
      {isNew && (
        <TextField
          name="slug"
          label="Address"
          autoComplete="off"
          placeholder="harbor-hotel"
          hint="End of /buy/…, which cannot be changed later. Optional: made from the name."
        />
      )}
      <TextField
        name="suggested_kg"
        label="Suggested amounts in kg"
        autoComplete="off"
        hint="Up to 6. Customers can always enter another amount."
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="min_kg" label="Least kg" inputMode="numeric" hint="Optional." />
        <TextField name="max_kg" label="Most kg" inputMode="numeric" hint="Optional." />
      </div>
      <PortfolioField
        name="portfolio_id"
        label="Portfolio"
        hint="The projects that the credits come from."
        fallback={{ to: "id", text: "Default" }}
      />
      <SubaccountField />
      <TextAreaField
        name="description"
        label="Description"
        hint="Public, on the page and on certificates. Optional."
      />
      <ClaimNotes name="description" />
      <TextField
        name="success_url"
        label="Return address"
        type="url"
        placeholder="https://"
        hint="Page of your website for customers who have paid. Optional: they stay on the payment page."
      />
    </>
  );
}
