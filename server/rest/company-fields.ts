import { nameText, trimmedText } from "#core/text";
import type { CustomerDetails } from "#domain/checkout";
import { readVatId } from "#domain/tax";

const Name = nameText(200);
const Address = trimmedText(500, 1);

type Company = NonNullable<NonNullable<CustomerDetails["buyer"]>["company"]>;

type CompanyFault = `${"company" | "address"}.${"missing" | "long"}` | "vat_id.invalid";

/** Name, address and VAT id of a business; a field with a fault is null. */
export function readCompany(
  form: URLSearchParams,
  country: string,
): { company: Company; faults: CompanyFault[] } {
  const faults: CompanyFault[] = [];
  // Browsers send line breaks as two characters.
  const typed = (field: string) => form.get(field)?.replaceAll("\r\n", "\n").trim() ?? "";
  const name = Name.safeParse(typed("company"));
  const address = Address.safeParse(typed("address"));
  const vatId = readVatId({ country, typed: typed("vat_id") });
  if (!name.success) faults.push(typed("company") === "" ? "company.missing" : "company.long");
  if (!address.success) faults.push(typed("address") === "" ? "address.missing" : "address.long");
  if (vatId === null && typed("vat_id") !== "") faults.push("vat_id.invalid");
  const company = { name: name.data ?? null, address: address.data ?? null, vatId };
  return { company, faults };
}
