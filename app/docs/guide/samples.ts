// Commands and programs of the guide that are not requests of the API.
import { readVersion } from "#core/build";
import { appUrl } from "#core/env";

export function keySample(): string {
  return "export CARBON_TILL_KEY=ct_test_…";
}

/** Packages of this version in the folder `public`, made by `npm run sdk`. */
export function sdkPaths() {
  const version = readVersion();
  return {
    node: `/sdk/carbon-till-sdk-${version}.tgz`,
    python: `/sdk/carbon_till-${version}-py3-none-any.whl`,
  };
}

export function installSamples() {
  const { node, python } = sdkPaths();
  return {
    node: `npm install ${appUrl()}${node}`,
    python: `pip install ${appUrl()}${python}`,
  };
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

export function pythonSdkSample(): string {
  return `import os
from carbon_till import CarbonTill

till = CarbonTill(base_url="${appUrl()}", api_key=os.environ["CARBON_TILL_KEY"])

order = till.place_order({"amount_kg": 25}, idempotency_key="order-1004")
print(order["state"], order["certificate_public_url"])

for order in till.list_orders(limit=100):
    print(order["id"], order["state"])`;
}
