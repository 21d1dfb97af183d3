// Commands and programs of the guide that are not requests of the API.
import { appUrl } from "#core/env";

export function keySample(): string {
  return "export CARBON_TILL_KEY=ct_test_…";
}

export function sdkSample(): string {
  return `import { CarbonTill } from "@carbon-till/sdk";

const till = new CarbonTill({
  baseUrl: "${appUrl()}",
  apiKey: process.env.CARBON_TILL_KEY,
});

const order = await till.placeOrder({ amount_kg: 25 }, { idempotencyKey: "order-1002" });
console.log(order.state, order.certificate_public_url);

for await (const { id, state } of till.listOrders({ limit: 100 })) console.log(id, state);`;
}

export function listenSample(): string {
  return `CARBON_TILL_URL=${appUrl()} node_modules/.bin/carbon-till listen --forward-to http://localhost:4000/hook`;
}
