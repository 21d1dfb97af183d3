// Values that each field and parameter of the API refuses, at every endpoint that has it.

import { token } from "#testing/fuzz/hostile";

const long = "x".repeat(512);
const notText = [5, true, ["a"], { a: 1 }, "a\0b", "\ud800"];
const text = [...notText, `${long}x`];
const nullableId = [7, "", "\0", "nothing"];
const notBoolean = [1, "no", null];
const notNumber = ["5", true, [1], {}, null, token("1e999"), token("1e-999")];
const positive = [...notNumber, 0, -1, -0.5, token("-0")];
const integer = [...notNumber, 1.5, -1, 1e300];
const count = [...integer, 0, 1_000_000_001];
const oneOfAFew = ["phone", 5, null];

/** URLs that a customer must not be sent to. */
const pages = [
  ...["javascript:alert(1)", "javascript://shop.example/%0aalert(1)", " javascript:alert(1)"],
  ...["java\tscript:alert(1)", "data:text/html,<script>alert(1)</script>", "file:///etc/passwd"],
  ...["shop.example/thanks", "/thanks", "//evil.example", "\\\\evil.example"],
  ...["https:evil.example", "https:/evil.example", "https:///evil.example"],
  ...["https:\\\\evil.example", "https://shop.example\\@evil.example/", "https://"],
  ...["http://shop.example/", "http://192.168.0.1/", "http://localhost.evil.example/"],
  ...["https://shop.example@evil.example/", "https://user:secret@shop.example/"],
  ...["https://@evil.example/", "https://\u0455hop.example/"],
  ...["https://evil.example\u3002shop.example/", "https://evil.ex\u2100.shop.example/"],
  ...["https://%65vil.example/", "https://shop.example/\n", "https://shop.example/a b"],
  ...["https://shop.example/\r\nSet-Cookie: a=b", "https://shop.example/\0"],
  ...["https://shop.example/\u2028", "https://shop.example/\ud800"],
  ...["https://shop.example:99999/", "", 5],
  ...[`https://shop.example/${"x".repeat(3000)}`, `https://shop.example/${"x".repeat(2028)}`],
];

/** URLs that the server must not call. */
const receivers = [
  ...["http://example.com/hook", "https://127.0.0.1/hook", "https://[::1]/hook"],
  ...["https://[::ffff:10.0.0.1]/hook", "https://169.254.169.254/latest", "https://localhost/"],
  ...["https://2130706433/hook", "https://0x7f.1/hook", "https://user:secret@example.com/"],
  ...["javascript:alert(1)", "not a url", "ftp://a", "http://127.0.0.2:8080/"],
  ...["http://localhost:25/", "http://localhost.:8080/", "http://me@localhost:8080/"],
  ...[
    "http://192.168.0.1:8080/",
    "https://localhost:8443/",
    "http://[::1]:8080/",
    5,
    null,
    undefined,
  ],
];

const websites = [
  ...["", "a.example", "//a.example/", "https:a.example", "https://", "https:///a.example"],
  ...["ftp://a.example/", "javascript:alert(1)//https://a.example", "data:text/html,x"],
  ...["https://user:secret@a.example/", "https://user@a.example/", "https://@a.example/"],
  ...["https://a.example\\@evil.example/", "https://a.example/a b", "https://a.example/\u0001"],
  ...["https://a.example/\u202egpj.exe", "https://a.example:99999/", `https://a.example/${long}`],
];

const email = ["nobody", "a@b", "@b.example", "a b@c.example", "a@b.example\n", "", 5];
const times = ["yesterday", "2026-13-45", 5];

/** By the field's path in the body. Undefined leaves it out. */
export const wrongFields: Record<string, readonly unknown[]> = {
  amount_kg: count,
  amount: [...integer, 0],
  amount_usd_cents: [...integer, 0],
  archived: notBoolean,
  beneficiary: ["Ada", []],
  "beneficiary.message": [5, "a\0", `${long}x`],
  "beneficiary.name": [undefined, null, "", " \u00a0\n", `${long}x`, "a\0b", "\ud800"],
  "beneficiary.url": [...websites, 5],
  "beneficiary.website": ["https://a.example"],
  cancel_url: [undefined, null, ...pages, "https://{CHECKOUT_SESSION_ID}.shop.example/"],
  channel: oneOfAFew,
  customer_email: email,
  default_portfolio_id: nullableId,
  delivery_state: ["none", null],
  description: text,
  distance_km: [undefined, ...positive],
  email: email,
  enabled: notBoolean,
  enabled_equivalents: [undefined, null, "cars", ["cars", "cars"]],
  "enabled_equivalents.0": ["cows"],
  event_id: [undefined, ...nullableId],
  event_types: [undefined, null, []],
  "event_types.0": ["order.placed"],
  expires_in_seconds: [...notNumber, 59, 86_401],
  forward_to: [undefined, null, "nowhere", 5],
  freight_mass_kg: [undefined, ...positive],
  from: [undefined, null, ...times, "2026-11-20"],
  headline: oneOfAFew,
  listed: notBoolean,
  logo_url: [
    5,
    "",
    "logo.png",
    "ftp://a.example/b.png",
    "file:///etc/passwd",
    "https://127.0.0.1/",
  ],
  max_kg: count,
  metadata: text,
  min_kg: [...notNumber, 1.5, -1, 0],
  name: [undefined, null, "", " ", 5, `${long}x`, "A\r\nBcc: kim@evil.example", "A\u2028B"],
  notification_config: ["x", []],
  "notification_config.events.0": ["order.placed"],
  "notification_config.url": receivers,
  order_id: nullableId,
  overlap_hours: [-1, 169, 0.5, "24", null],
  portfolio_id: nullableId,
  reason: [undefined, null, "", ...text],
  reference: ["", 5, "a\0b", "x".repeat(256)],
  reservation_id: [null, ...nullableId],
  results: [null, "x", {}],
  sections: [null, ["map", "map"]],
  "sections.0": ["news"],
  slug: ["", 5, "Trip", "a--b", "../x"],
  source: oneOfAFew,
  square_footage: [undefined, ...positive],
  state: oneOfAFew,
  subaccount_id: nullableId,
  success_url: [undefined, null, ...pages, "https://{CHECKOUT_SESSION_ID}@shop.example/"],
  suggested_kg: [5, null, [1, 2, 3, 4, 5, 6, 7]],
  "suggested_kg.0": [0, 1.5, "5"],
  to: [...times, "2026-11-20"],
  total_price: [...integer, 0, 1, 9e15],
  total_price_usd_cents: [...integer, 0, 1, 9e15],
  type: ["order.placed", 5],
  url: receivers,
  webhook_endpoint_id: nullableId,
  vehicle_type: [undefined, "train", null],
};

/** Values above that an operation takes, by its ID and the field. */
export const takenFields: Record<string, readonly unknown[]> = {
  "createListener event_types": [undefined],
  "createPaymentLink success_url": [undefined, null],
  "quoteMass amount_kg": [1.5],
  "updatePaymentLink success_url": [undefined, null],
};

/** Objects that a path above continues. */
export const fieldBases: Record<string, object> = {
  beneficiary: { name: "Ada" },
  notification_config: { url: "https://93.184.215.14/hook" },
};

const moments = ["yesterday", "2026-02-30", "2026-01-01T00:00:00", "2026-01-01&{}=2026-01-02"];

/** Values that no operation may fail at, as any parameter. */
export const hostileValues = [
  ...["%00", "a%00b", "%ed%a0%80", "%", "%25_%27%22;--", "x".repeat(8000), "9".repeat(400)],
  ...["-1", "1e309", "NaN", "%20", "[]", "2026-13-45", "+275760-09-13T00:00:00Z"],
];

/** By the parameter's name, encoded. `{}` stands for the name, to give it twice. */
export const wrongParameters: Record<string, readonly string[]> = {
  certificate_url: ["https://till.example/certificates/", ""],
  checkout_session_id: [""],
  created_from: moments,
  created_to: moments,
  delivery_state: ["lost", "failed&{}=pending"],
  ending_before: ["nothing", "a%00b", "a&starting_after=b"],
  from: moments,
  limit: ["0", "101", "ten", "2.5", "1&{}=2"],
  metadata: ["", "x".repeat(513)],
  order_id: [""],
  order_number: ["12-34", ""],
  reference: [""],
  registry: [""],
  registry_status: ["done"],
  revision: ["0", "1.5"],
  serial: ["", "x".repeat(10_000), "a%00b"],
  starting_after: ["nothing", "a%00b"],
  state: ["paid"],
  subaccount_id: [""],
  subject_type: ["lots"],
  to: [...moments, "2026-01-01&from=2026-01-02"],
  type: ["order.placed", "train"],
};
