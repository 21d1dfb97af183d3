/**
 * Row → what it may import apart from itself. A name permits values and types, `types of …` only
 * `import type`, and `… reads` only functions that change no data.
 */
export const table: Readonly<Record<string, readonly string[]>> = {
  core: [],
  gateways: ["core", "gateways/fetch"],
  events: ["core", "gateways/fetch"],
  accounts: ["core", "events", "gateways/files", "gateways/fetch", "gateways/images"],
  tax: ["core"],
  merchants: ["core", "accounts"],
  queue: ["core"],
  people: ["core", "accounts", "queue"],
  catalogue: ["core", "events", "accounts"],
  inventory: ["core", "accounts", "catalogue"],
  registries: ["core", "accounts", "catalogue", "inventory", "queue"],
  balances: ["core", "accounts"],
  orders: ["core", "events", "accounts", "catalogue", "inventory", "balances"],
  evidence: [
    "core",
    "events",
    "accounts",
    "catalogue",
    "inventory",
    "registries",
    "orders",
    "queue",
    "gateways/registries",
  ],
  holds: ["core", "events", "accounts", "catalogue", "inventory", "orders"],
  matching: ["core", "events", "accounts", "catalogue", "inventory", "orders", "evidence", "holds"],
  checkout: [
    "core",
    "events",
    "accounts",
    "merchants",
    "catalogue",
    "orders",
    "holds",
    "queue",
    "tax",
    "certificates",
    "gateways/payments",
  ],
  links: ["core", "accounts", "merchants", "catalogue", "checkout"],
  certificates: ["core", "events", "catalogue", "orders", "inventory", "gateways/files"],
  billing: [
    "core",
    "events",
    "accounts",
    "balances",
    "catalogue",
    "certificates",
    "orders",
    "queue",
    "tax",
    "gateways/files",
  ],
  webhooks: ["core", "events", "accounts", "orders", "checkout", "billing"],
  privacy: [
    "core",
    "events",
    "accounts",
    "people",
    "merchants",
    "orders",
    "checkout",
    "certificates",
    "billing",
    "notices",
    "queue",
  ],
  secrets: ["core", "events", "accounts", "people", "certificates"],
  diagnostics: [
    "core",
    "events",
    "accounts",
    "catalogue",
    "inventory",
    "orders",
    "evidence",
    "holds",
    "matching",
    "checkout",
    "queue",
    "secrets",
    "gateways",
  ],
  impact: ["core", "accounts", "catalogue", "orders", "inventory"],
  disclosures: [
    "core",
    "accounts",
    "catalogue",
    "inventory",
    "orders",
    "evidence",
    "certificates",
    "impact",
  ],
  statements: [
    "core",
    "accounts",
    "balances",
    "billing",
    "catalogue",
    "inventory",
    "orders",
    "evidence",
    "checkout",
    "certificates",
    "disclosures",
  ],
  notices: [
    "core",
    "events",
    "accounts",
    "billing",
    "inventory",
    "registries",
    "orders",
    "checkout",
    "people",
    "queue",
    "statements",
  ],
  setup: ["core", "domain", "gateways", "site/assets", "site/compressed"],
  rest: ["core", "domain"],
  trpc: ["core", "domain", "auth"],
  auth: ["core", "domain"],
  cli: ["core", "domain", "setup"],
  jobs: ["core", "domain", "gateways"],
  site: ["core"],
  telemetry: ["core", "domain reads"],
  http: ["core", "rest", "site", "setup/id-floor", "telemetry/start-traces"],
  "app/v1": ["rest/serve"],
  "app/webhooks": ["rest/forms"],
  "app/checkout forms": ["rest/forms"],
  "app/trpc": ["trpc"],
  "app/api": ["auth"],
  pages: [
    "core",
    "domain reads",
    "rest/openapi",
    "trpc",
    "auth",
    "site",
    "_ui",
    "client components",
  ],
  _ui: ["core", "types of domain", "types of site", "client components"],
  "client components": [
    "client components",
    "_ui",
    "core/countries",
    "core/dates",
    "core/money",
    "core/mass",
    "core/dollars",
    "core/registry-label",
    "core/issue-message",
    "schemas",
    "types of site",
    "types of trpc",
  ],
  public: [],
  programs: ["core", "setup", "http", "telemetry", "cli", "jobs", "seed", "pages"],
  seed: ["core", "domain"],
  configuration: ["core"],
};

/** First words of functions that change no data. */
export const reads = ["get", "find", "list"];

/** Packages that only some files may import. */
export const packages: readonly { name: RegExp; allowedIn: RegExp; message: string }[] = [
  {
    name: /^pg$/,
    allowedIn:
      /^server\/(core|setup|testing)\/|^server\/domain\/\w+\/([a-z0-9-]+-)?store\.ts$|\.test\.tsx?$/,
    message: "only core, stores and tests import pg",
  },
  {
    name: /^kysely$/,
    allowedIn: /^server\/(core|domain|testing)\//,
    message: "only rooms build statements",
  },
  {
    name: /^@prisma\/(?!config)/,
    allowedIn: /^server\/core\/(db|prisma-spans)\.ts$/,
    message: "only core/db and core/prisma-spans import Prisma's packages",
  },
  {
    name: /^@opentelemetry\//,
    allowedIn: /^server\/telemetry\//,
    message: "only telemetry, which is loaded when traces are on, imports OpenTelemetry",
  },
  {
    name: /^next(\/|$)/,
    allowedIn:
      /^app\/(?!v1\/|webhooks\/)|^server\/(http\/(page-server|router-state)|setup\/pack)\.ts$|^next\.config\.js$/,
    message:
      "only pages and server/http/page-server.ts import Next: an entry point takes a web-standard Request",
  },
];

/** Test code that calls the API directly: to check or time responses, or to serve other processes. */
export const uncheckedClients =
  /^server\/testing\/(api|rolling-server|bench\/(impact|verify)|torture\/api-server|fuzz\/sockets)\.ts$|^e2e\/checked-test\.ts$/;

/** Values that rule files may import: no I/O, no waiting, no clock. */
export const pure: Readonly<Record<string, readonly string[] | "all">> = {
  zod: "all",
  "#core/countries": "all",
  "#core/dates": "all",
  "#core/money": "all",
  "#core/mass": "all",
  "#core/text": "all",
  "#core/errors": "all",
  "#core/page": "all",
  "#core/mail-document": "all",
  "#core/id": ["idPrefixes", "orderNumber", "orderIdFromNumber"],
  "#core/crypto": ["sha256", "checksumBase62"],
  "#core/csv": ["csvLine"],
  "#schemas/inventory": ["registryStatuses"],
  // Rules themselves.
  "#domain/tax": ["taxOnNet"],
  "#domain/inventory": ["registryLabelOf", "splitByLargestRemainder"],
  // Computes codes from a given time.
  otpauth: "all",
};

export const limits = { fileLines: 300, functionLines: 60, parameters: 2 };

/** Words in a path that say nothing about the content. */
export const meaninglessNames =
  /(^|[-._])(utils?|helpers?|common|managers?|services?)(?=[-._]|$)|(Utils?|Helpers?|Manager|Service)\b/;
