"use client";
// What a subaccount says of itself.
import { TextField } from "#ui/admin/form";

export function SubaccountFields() {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="Shown on its certificates, checkouts and impact page."
      />
      <TextField name="email" label="E-mail" type="email" hint="For your own records. Optional." />
    </>
  );
}
