// Webhook receivers, each a complete program that uses only the standard library of its language.
// receivers.endurance.test.ts runs them unchanged, with every type of event.

const node = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace("whsec_", ""), "base64");
const handled = new Set(); // store this in your database

function isGenuine(headers, body) {
  const id = headers["webhook-id"];
  const sentAt = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) < 300)) return false;
  const signed = createHmac("sha256", key).update(\`\${id}.\${sentAt}.\`).update(body);
  const expected = Buffer.from(\`v1,\${signed.digest("base64")}\`);
  return (headers["webhook-signature"] ?? "").split(" ").some((text) => {
    const given = Buffer.from(text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// An "order.fulfilled" has an order, a "checkout_session.completed" a checkout_session.
async function handle(event) {
  const [subject] = event.type.split(".");
  console.log(event.type, event[subject]?.id);
}

async function receive(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // the signature covers the raw bytes
  if (!isGenuine(request.headers, body)) return 400;
  const event = JSON.parse(body);
  if (!handled.has(event.id)) {
    await handle(event);
    handled.add(event.id); // not before: what fails is sent again
  }
  return 204;
}

createServer((request, response) => {
  receive(request)
    .catch((error) => (console.error(error), 500))
    .then((status) => response.writeHead(status).end());
}).listen(process.env.PORT ?? 4000);`;

const python = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
handled = set()  # store this in your database


def is_genuine(headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    digest = hmac.new(KEY, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, text.encode()) for text in given)


# An "order.fulfilled" has an order, a "checkout_session.completed" a checkout_session.
def handle(event):
    subject = event["type"].split(".")[0]
    print(event["type"], (event.get(subject) or {}).get("id"), flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The signature covers the raw bytes.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            return self.respond(400)
        event = json.loads(body)
        if event["id"] not in handled:
            handle(event)  # if it raises, the event is sent again
            handled.add(event["id"])
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.end_headers()


port = int(os.environ.get("PORT", 4000))
ThreadingHTTPServer(("", port), Receiver).serve_forever()`;

/** The programs, by language. */
export const receivers = [
  { id: "node", name: "Node.js", code: node },
  { id: "python", name: "Python", code: python },
];
