// Creates subaccounts of the demo account that upload logos.
import type { APIRequestContext } from "@playwright/test";

export function headers(): Record<string, string> {
  return { authorization: `Bearer ${process.env["CT_E2E_KEY"]}` };
}

export async function makeSubaccount(request: APIRequestContext): Promise<string> {
  const options = { headers: headers(), data: { name: "Hostile" } };
  const response = await request.post("/v1/subaccounts", options);
  return ((await response.json()) as { id: string }).id;
}
