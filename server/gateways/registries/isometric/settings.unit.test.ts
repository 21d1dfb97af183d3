import { expect, it } from "vitest";
import { readIsometricSettings } from "./settings";

const read = (source: Record<string, string>) => readIsometricSettings(source).current;
const keys = { CT_ISOMETRIC_TOKEN: "token", CT_ISOMETRIC_CLIENT_SECRET: "secret" };

it("requires both keys or none, and production serves live mode", () => {
  expect(read({})).toBeNull();
  expect(read(keys)).toMatchObject({ mode: "live", url: "https://api.isometric.com/registry/v0" });
  const sandbox = read({ ...keys, CT_ISOMETRIC_ENVIRONMENT: "sandbox" });
  expect(sandbox).toMatchObject({ mode: "test", organizationId: null, purpose: "other" });
  expect(sandbox?.url).toContain("sandbox");
  for (const name of Object.keys(keys)) {
    expect(() => read({ ...keys, [name]: "" })).toThrow(new RegExp(`${name}: is required with`));
  }
});

it("a stand-in never serves live mode: live credits would be called retired on its word", () => {
  const elsewhere = { ...keys, CT_ISOMETRIC_URL: "http://127.0.0.1:4000/registry/v0/" };
  expect(() => read(elsewhere)).toThrow(/CT_ISOMETRIC_URL: must not be set for production/);
  const sandbox = read({ ...elsewhere, CT_ISOMETRIC_ENVIRONMENT: "sandbox" });
  expect(sandbox).toMatchObject({ mode: "test", url: "http://127.0.0.1:4000/registry/v0" });
});

it("rejects an organization that is not an ID of Isometric, and an unknown purpose", () => {
  const wrong = { ...keys, CT_ISOMETRIC_ORGANIZATION_ID: "Northly" };
  expect(() => read(wrong)).toThrow(/CT_ISOMETRIC_ORGANIZATION_ID: must be the ID/);
  expect(() => read({ ...keys, CT_ISOMETRIC_PURPOSE: "offset" })).toThrow(/CT_ISOMETRIC_PURPOSE/);
});
