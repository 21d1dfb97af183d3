"use client";
// What a subaccount says of itself.
import { TextField } from "#ui/admin/form";
import { PortfolioField } from "#ui/admin/portfolio-field";

export function SubaccountFields() {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="Shown on its certificates, checkouts and impact page."
      />
      <TextField name="email" label="E-mail" type="email" hint="For your own records. Optional." />
      <PortfolioField
        name="default_portfolio_id"
        label="Default portfolio"
        hint="What its orders are filled from where they name no portfolio."
        fallback={{ to: "id", text: "The account’s default" }}
      />
    </>
  );
}
