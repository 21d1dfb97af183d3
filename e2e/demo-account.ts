import { type APIRequestContext, expect } from "playwright/test";

interface ImpactData {
  name: string;
  total_offset_kgs: number;
  registry_retired_kgs: number;
  equivalents: Record<string, number>;
  categories: {
    category: { name: string };
    offset_kgs: number;
    projects: {
      project: { name: string; registry_name: string; registry_id: string; location_name: string };
      offset_kgs: number;
      vintages: string;
    }[];
  }[];
}

export function headers(subaccountId?: string): Record<string, string> {
  const key = { authorization: `Bearer ${process.env["CT_E2E_KEY"]}` };
  return subaccountId ? { ...key, "x-subaccount-id": subaccountId } : key;
}

export async function makeSubaccount(request: APIRequestContext, name: string): Promise<string> {
  const created = await request.post("/v1/subaccounts", { headers: headers(), data: { name } });
  expect(created.status()).toBe(201);
  return ((await created.json()) as { id: string }).id;
}

export async function impactOf(
  request: APIRequestContext,
  subaccountId?: string,
): Promise<ImpactData> {
  const response = await request.get("/v1/impact/data", { headers: headers(subaccountId) });
  return (await response.json()) as ImpactData;
}

/** Creates a subaccount with this amount retired. */
export async function retired(request: APIRequestContext, name: string, amount_kg: number) {
  const id = await makeSubaccount(request, name);
  const data = { amount_kg };
  expect((await request.post("/v1/orders", { headers: headers(id), data })).status()).toBe(201);
  // The sandbox's registry confirms a few seconds after the sale.
  const recorded = async () => (await impactOf(request, id)).registry_retired_kgs;
  await expect.poll(recorded).toBe(amount_kg);
  return id;
}

export async function configure(
  request: APIRequestContext,
  id: string,
  data: object,
): Promise<string> {
  const path = "/v1/impact/hosted-page-config";
  const response = await request.put(path, { headers: headers(id), data });
  expect(response.status()).toBe(200);
  return ((await response.json()) as { url: string }).url;
}
