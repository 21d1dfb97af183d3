import { countryCodes, countryName } from "#core/countries";
import { SelectField, TextAreaField, TextField } from "./form";

const countryOptions = [
  { value: "", text: "Choose a country" },
  ...[...countryCodes]
    .map((code) => ({ value: code, text: countryName(code) }))
    .sort((a, b) => a.text.localeCompare(b.text, "en")),
];

export function AddressFields() {
  return (
    <>
      <TextField name="legal_name" label="Legal name" autoComplete="organization" />
      <TextAreaField name="address" label="Address" hint="Street, postal code and city." />
      <SelectField name="country_code" label="Country" options={countryOptions} />
    </>
  );
}
