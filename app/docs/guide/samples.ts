// Sample programs of the guide. e2e/docs.endurance.spec.ts runs them unchanged.
import { appUrl } from "#core/env";

const api = () => `${appUrl()}/v1`;

export function curlSample(): string {
  return `curl ${api()}/orders \\
  -H "Authorization: Bearer $CARBON_TILL_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-4711" \\
  -d '{"amount_kg": 25, "description": "October deliveries"}'`;
}

export function nodeSample(): string {
  return `const api = "${api()}";
const headers = {
  Authorization: \`Bearer \${process.env.CARBON_TILL_KEY}\`,
  "Content-Type": "application/json",
};

async function call(method, path, body, more = {}) {
  const response = await fetch(api + path, {
    method,
    headers: { ...headers, ...more },
    body: body && JSON.stringify(body),
  });
  const json = await response.json();
  if (!response.ok) throw new Error(\`\${json.title} \${JSON.stringify(json.errors ?? "")}\`);
  return json;
}

const once = { "Idempotency-Key": crypto.randomUUID() };
let order = await call("POST", "/orders", { amount_kg: 25 }, once);
while (order.state === "placed") {
  await new Promise((resolve) => setTimeout(resolve, 500));
  order = await call("GET", \`/orders/\${order.id}\`);
}
console.log(order.state, order.certificate_public_url);`;
}

export function sdkSample(): string {
  return `import { CarbonTill } from "@carbon-till/sdk";

const till = new CarbonTill({
  baseUrl: "${appUrl()}",
  apiKey: process.env.CARBON_TILL_KEY,
});

const order = await till.placeOrder({ amount_kg: 25 }, { idempotencyKey: "order-4711" });
console.log(order.state, order.certificate_public_url);

for await (const { id, state } of till.listOrders({ limit: 100 })) console.log(id, state);`;
}

export function pythonSample(): string {
  return `import json, os, time, uuid
from urllib.request import Request, urlopen

API = "${api()}"


def call(method, path, body=None, more={}):
    headers = {
        "Authorization": "Bearer " + os.environ["CARBON_TILL_KEY"],
        "Content-Type": "application/json",
        **more,
    }
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(API + path, data, headers, method=method)) as response:
        return json.load(response)


once = {"Idempotency-Key": str(uuid.uuid4())}
order = call("POST", "/orders", {"amount_kg": 25}, once)
while order["state"] == "placed":
    time.sleep(0.5)
    order = call("GET", "/orders/" + order["id"])
print(order["state"], order["certificate_public_url"])`;
}

export function verifySample(): string {
  return `curl -G ${api()}/verify --data-urlencode "serial=SBX-GN-1042-2021-2201"`;
}

function postSample(path: string, body: object): string {
  return `curl ${api()}${path} \\
  -H "Authorization: Bearer $CARBON_TILL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body)}'`;
}

export function secretSample(): string {
  return `curl ${api()}/webhook-secrets -H "Authorization: Bearer $CARBON_TILL_KEY"`;
}

export function rotationSample(): string {
  return postSample("/webhook-secrets", { overlap_hours: 24 });
}

export function webhookTestSample(): string {
  const url = "https://example.com/callbacks/carbon";
  return postSample("/webhook-test", { url, type: "order.fulfilled" });
}

export function listenSample(): string {
  return `CARBON_TILL_URL=${appUrl()} npx @carbon-till/sdk listen --forward-to http://localhost:4000/hook`;
}

export function redeliverySample(): string {
  const range = { from: "2026-11-20T06:00:00Z", to: "2026-11-20T09:30:00Z" };
  return postSample("/events/redeliver", range);
}
