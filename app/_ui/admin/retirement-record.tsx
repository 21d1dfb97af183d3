"use client";
import { TextField } from "./form";

export function RecordFields() {
  return (
    <>
      <TextField name="retired_on" label="Date of the retirement" type="date" />
      <TextField
        name="beneficiary"
        label="Beneficiary"
        hint="Exactly as on the record. Empty if the record names none."
      />
      <TextField name="registry_reference" label="Reference" hint="Optional." />
      <TextField name="url" label="Link to the record" type="url" hint="Optional." />
    </>
  );
}
