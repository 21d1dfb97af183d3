/** Imports of each module: all that the core offers. */
const ofModule = ["core", "domain", "rest", "trpc", "list of modules", "site", "_ui"];

/**
 * Row → what it may import apart from itself. A name permits values and types, `types of …` only
 * `import type`, and `… reads` only functions that change no data.
 */
export const table: Readonly<Record<string, readonly string[]>> = {
  core: [],
  pdf: ["core"],
  gateways: ["core", "gateways/decoding", "gateways/fetch"],
  events: ["core", "gateways/fetch"],
  accounts: ["core", "events", "gateways/files", "gateways/fetch", "gateways/images"],
  tax: ["core"],
  merchants: ["core", "accounts"],
  brands: ["core", "accounts", "merchants"],
  queue: ["core"],
  people: ["core", "accounts", "queue"],
  catalogue: ["core", "events", "accounts"],
  pictures: ["core", "catalogue", "pdf", "gateways/files", "gateways/fetch", "gateways/images"],
  inventory: ["core", "accounts", "catalogue"],
  registries: ["core", "accounts", "catalogue", "inventory", "queue", "gateways/spreadsheets"],
  orders: ["core", "events", "accounts", "catalogue", "inventory"],
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
    "brands",
    "merchants",
    "catalogue",
    "orders",
    "evidence",
    "holds",
    "queue",
    "tax",
    "certificates",
    "gateways/payments",
  ],
  certificates: [
    "core",
    "pdf",
    "events",
    "accounts",
    "brands",
    "catalogue",
    "orders",
    "inventory",
    "gateways/files",
  ],
  webhooks: ["core", "events", "accounts", "orders", "checkout"],
  secrets: ["core", "events", "accounts", "people", "certificates"],
  diagnostics: [
    "core",
    "events",
    "accounts",
    "tax",
    "merchants",
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
  retirements: ["core", "accounts", "catalogue", "inventory", "orders", "evidence", "impact"],
  figures: ["core", "accounts", "catalogue", "checkout", "orders"],
  sandbox: [
    "core",
    "events",
    "accounts",
    "brands",
    "catalogue",
    "inventory",
    "orders",
    "holds",
    "checkout",
    "impact",
    "queue",
    "gateways/files",
  ],
  setup: ["core", "domain", "gateways", "site/assets", "site/compressed"],
  "modules/billing": [...ofModule, "pdf", "cli", "gateways/files"],
  "modules/disclosures": [...ofModule, "pdf"],
  "modules/links": [...ofModule, "pages/checkout"],
  "modules/listeners": ofModule,
  "modules/mcp": ofModule,
  "modules/notices": [...ofModule, "modules/billing"],
  "modules/privacy": [...ofModule, "cli", "modules/billing"],
  "modules/reports": [...ofModule, "modules/statements", "pdf"],
  "modules/reservations": ofModule,
  "modules/statements": [...ofModule, "modules/billing", "pdf"],
  "list of modules": ["core", "types of domain", "rest", "trpc", "types of site"],
  screens: ["core", "types of trpc", "_ui", "client components"],
  rest: ["core", "domain", "list of modules"],
  trpc: ["core", "domain", "auth", "list of modules"],
  auth: ["core", "domain"],
  cli: ["core", "domain", "setup", "list of modules"],
  jobs: ["core", "domain", "gateways", "list of modules"],
  site: ["core"],
  telemetry: ["core", "domain reads"],
  http: ["core", "rest", "list of modules", "site", "setup/id-floor", "telemetry/start-traces"],
  "app/v1": ["rest/serve"],
  "app/webhooks": ["rest/forms"],
  "app/checkout forms": ["rest/forms"],
  "app/trpc": ["trpc"],
  "app/api": ["auth"],
  pages: [
    "core",
    "domain reads",
    "rest/openapi",
    "rest/certificate-pdf",
    "trpc",
    "auth",
    "site",
    "_ui",
    "client components",
    "list of modules reads",
    "screens",
  ],
  _ui: ["core", "types of domain", "types of modules", "types of site", "client components"],
  "client components": [
    "client components",
    "_ui",
    "screens",
    "core/accent",
    "core/claim-rules",
    "core/countries",
    "core/dates",
    "core/decode-text",
    "core/folded",
    "core/money",
    "core/mass",
    "core/registry-label",
    "core/typed-money",
    "core/retired-ahead",
    "core/reader",
    "types of core/language",
    "core/issue-message",
    "schemas",
    "types of site",
    "types of trpc",
  ],
  public: [],
  sdk: [],
  programs: ["core", "setup", "http", "telemetry", "cli", "jobs", "seed", "pages"],
  seed: ["core", "domain", "list of modules"],
  configuration: ["core"],
};

/** First words of functions that change no data. */
export const reads = ["get", "find", "list"];

/** Packages that only some files may import. */
export const packages: readonly { name: RegExp; allowedIn: RegExp; message: string }[] = [
  {
    name: /^pg$/,
    allowedIn:
      /^server\/(core|setup|testing)\/|^server\/(domain|modules)\/\w+\/(\w+\/)?([a-z0-9-]+-)?store\.ts$|\.test\.tsx?$/,
    message: "only core, stores and tests import pg",
  },
  {
    name: /^kysely$/,
    allowedIn: /^server\/(core|domain|modules|testing)\//,
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
      /^app\/(?!v1\/|webhooks\/)|^server\/modules\/\w+\/screens\/|^server\/(http\/(page-server|router-state)|setup\/pack)\.ts$|^next\.config\.js$/,
    message:
      "only pages and server/http/page-server.ts import Next: an entry point takes a web-standard Request",
  },
];

/** Test code that calls the API directly: to check or time responses, or to serve other processes. */
export const uncheckedClients =
  /^server\/rest\/listener\.test\.ts$|^server\/testing\/(api|rolling-server|journeys\/journeys|world\/api-server|fuzz\/sockets)\.ts$|^e2e\/checked-test\.ts$/;

/** Values that rule files may import: no I/O, no waiting, no clock. */
export const pure: Readonly<Record<string, readonly string[] | "all">> = {
  zod: "all",
  "#core/accent": "all",
  "#core/countries": "all",
  "#core/dates": "all",
  "#core/money": "all",
  "#core/mass": "all",
  "#core/sentence": "all",
  "#core/text": "all",
  "#core/errors": "all",
  "#core/page": "all",
  "#core/language": ["languageOf"],
  "#core/mail-document": "all",
  "#core/id": ["idPrefixes", "orderNumber", "orderIdFromNumber"],
  "#core/crypto": ["sha256", "checksumBase62"],
  "#core/csv": ["csvLine"],
  "#schemas/inventory": ["registryStatuses"],
  // Rules themselves.
  "#domain/tax": ["nationalAmount", "taxOnNet"],
  "#domain/merchants": ["withdrawalEnd"],
  "#domain/inventory": ["registryLabelOf"],
  // Computes codes from a given time.
  otpauth: "all",
};

export const limits = { fileLines: 300, functionLines: 60, parameters: 2 };

/** Words in a path that say nothing about the content. */
export const meaninglessNames =
  /(^|[-._])(utils?|helpers?|common|managers?|services?)(?=[-._]|$)|(Utils?|Helpers?|Manager|Service)\b/;
