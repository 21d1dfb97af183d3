// Orders through the API, and what is public of them.
import { type APIRequestContext, expect } from "playwright/test";
import type { Certificate } from "./certificate-forms";
import { headers } from "./demo-account";

/** More kg than the sandbox has in stock, so the order stays placed. */
export const TOO_MUCH_KG = 1_000_000_000;

/** Places an order and returns its id. */
export async function place(
  request: APIRequestContext,
  data: { amount_kg: number } & Record<string, unknown>,
  subaccountId?: string,
): Promise<string> {
  const response = await request.post("/v1/orders", { headers: headers(subaccountId), data });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

export function cancel(request: APIRequestContext, id: string) {
  return request.post(`/v1/orders/${id}/cancel`, { headers: headers() });
}

async function read(request: APIRequestContext, id: string): Promise<Certificate> {
  return (await request.get(`/certificates/${id}/json`)).json() as Promise<Certificate>;
}

type Order = [data: Parameters<typeof place>[1], subaccountId?: string];

/** Places an order and waits until its certificate has these values. */
async function placeUntil(request: APIRequestContext, order: Order, values: Partial<Certificate>) {
  const id = await place(request, ...order);
  await expect.poll(() => read(request, id)).toMatchObject(values);
  return { id, certificate: await read(request, id) };
}

/** An order that has its credits; the registry may still have to record them. */
export function fulfilled(request: APIRequestContext, ...order: Order) {
  return placeUntil(request, order, { state: "fulfilled" });
}

/** An order whose credits are retired at the registry. */
export function retired(request: APIRequestContext, ...order: Order) {
  return placeUntil(request, order, { registry_status: "retired" });
}
