// The programs that the guide shows, each of which runs as it stands (e2e/docs.spec.ts runs them).
import { appUrl } from "#core/env";

const api = () => `${appUrl()}/v1`;

export function curlSample(): string {
  return `curl ${api()}/orders \\
  -H "Authorization: Bearer $CARBON_TILL_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"amount_kg": 25, "description": "Deliveries of October"}'`;
}

export function nodeSample(): string {
  return `const api = "${api()}";
const headers = {
  Authorization: \`Bearer \${process.env.CARBON_TILL_KEY}\`,
  "Content-Type": "application/json",
};

async function call(method, path, body, more = {}) {
  const answer = await fetch(api + path, {
    method,
    headers: { ...headers, ...more },
    body: body && JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(\`\${json.title} \${JSON.stringify(json.errors ?? "")}\`);
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
    with urlopen(Request(API + path, data, headers, method=method)) as answer:
        return json.load(answer)


once = {"Idempotency-Key": str(uuid.uuid4())}
order = call("POST", "/orders", {"amount_kg": 25}, once)
while order["state"] == "placed":
    time.sleep(0.5)
    order = call("GET", "/orders/" + order["id"])
print(order["state"], order["certificate_public_url"])`;
}

export function verificationSample(): string {
  return `import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether a callback is genuine and fresh. \`body\` is the text as it came, before JSON.parse. */
export function isGenuine(headers, body, secret) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age < 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return headers["webhook-signature"].split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;
}
