import { expect, it } from "vitest";
import { readTransferSettings } from "./settings";

const read = (source: Record<string, string>) => readTransferSettings(source).current;
const name = { CT_TRANSFER_NAME: "Till Ltd" };

it("accepts an IBAN or another number, or no settings at all", () => {
  expect(read({ CT_TRANSFER_DAYS: "3" })).toBeNull();
  expect(read({ ...name, CT_TRANSFER_IBAN: "de89 3704 0044 0532 0130 00" })).toEqual({
    name: "Till Ltd",
    account: { type: "iban", number: "DE89370400440532013000" },
    ...{ bic: null, bank: null, instructions: null, days: 7 },
  });
  const other = { ...name, CT_TRANSFER_ACCOUNT: "Routing 021000021, account 12345" };
  expect(read(other)?.account).toEqual({ type: "other", number: other.CT_TRANSFER_ACCOUNT });
});

it.each([
  [{ CT_TRANSFER_IBAN: "DE89370400440532013000" }, /CT_TRANSFER_NAME: is required/],
  [{ CT_TRANSFER_BANK: "Bank" }, /CT_TRANSFER_NAME: is required/],
  [name, /CT_TRANSFER_IBAN: is required/],
  [{ ...name, CT_TRANSFER_IBAN: "DE98370400440532013000" }, /CT_TRANSFER_IBAN: must be an IBAN/],
  [{ ...name, CT_TRANSFER_ACCOUNT: "1", CT_TRANSFER_BIC: "short" }, /CT_TRANSFER_BIC: must be/],
  [{ ...name, CT_TRANSFER_ACCOUNT: "1", CT_TRANSFER_DAYS: "0" }, /CT_TRANSFER_DAYS: /],
])("names missing and wrong settings: %j", (source, message) => {
  expect(() => read(source)).toThrow(message);
});
