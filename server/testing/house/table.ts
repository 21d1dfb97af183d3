// Who may import whom, and which files a room may hold: the whole of the house's law, as data.
/**
 * Place → what it may import besides itself. A name alone permits values and types; `types of …`
 * permits `import type`, and `… reads` of the verbs only those that change nothing.
 */
export const table: Readonly<Record<string, readonly string[]>> = {
  core: [],
  gateways: ["core"],
  events: ["core", "gateways/fetch"],
  accounts: ["core", "events", "gateways/files", "gateways/fetch", "gateways/images"],
  queue: ["core"],
  people: ["core", "accounts", "queue"],
  catalogue: ["core", "events", "accounts"],
  inventory: ["core", "accounts", "catalogue"],
  registries: ["core", "accounts", "catalogue", "inventory", "queue"],
  orders: ["core", "events", "accounts", "catalogue", "inventory"],
  matching: ["core", "events", "accounts", "catalogue", "inventory", "orders"],
  checkout: ["core", "events", "accounts", "catalogue", "orders", "queue", "gateways/payments"],
  certificates: ["core", "events", "catalogue", "orders", "inventory", "gateways/files"],
  webhooks: ["core", "events", "accounts", "orders", "checkout"],
  diagnostics: ["core", "events", "accounts", "catalogue", "inventory", "orders", "gateways"],
  impact: ["core", "accounts", "catalogue", "orders", "inventory"],
  setup: ["core", "domain", "site/assets"],
  rest: ["core", "domain"],
  trpc: ["core", "domain", "auth"],
  auth: ["core", "domain"],
  cli: ["core", "domain", "setup"],
  jobs: ["core", "domain", "gateways"],
  site: ["core"],
  http: ["core", "rest", "site", "setup/id-floor"],
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
    "core/money",
    "core/mass",
    "schemas",
    "types of site",
    "types of trpc",
  ],
  public: [],
  programs: ["core", "setup", "http", "cli", "jobs", "seed", "pages"],
  seed: ["core", "domain"],
  configuration: ["core"],
};

/** The first word of a verb that changes nothing. */
export const reads = ["get", "find", "list"];

/** Packages that belong to some files alone. */
export const packages: readonly { name: RegExp; where: RegExp; told: string }[] = [
  {
    name: /^pg$/,
    where:
      /^server\/(core|setup|testing)\/|^server\/domain\/\w+\/([a-z0-9-]+-)?store\.ts$|\.test\.tsx?$/,
    told: "pg is for core, stores and tests",
  },
  {
    name: /^kysely$/,
    where: /^server\/(core|domain|testing)\//,
    told: "statements are built in rooms",
  },
  {
    name: /^@prisma\/(?!config)/,
    where: /^server\/core\/db\.ts$/,
    told: "Prisma is opened in core/db",
  },
  {
    name: /^next(\/|$)/,
    where:
      /^app\/(?!v1\/|webhooks\/)|^server\/http\/(page-server|router-state)\.ts$|^next\.config\.js$/,
    told: "Next is for pages and server/http/page-server.ts: a door answers a web-standard Request",
  },
];

/** What asks the API itself, to check the answers, to time them, or to let others ask. */
export const asksUnchecked =
  /^server\/testing\/(api|bench\/(impact|verify)|torture\/api-server|fuzz\/sockets)\.ts$|^e2e\/checked-test\.ts$/;

/** What rules may import as values: nothing that reads, writes, waits, or differs by the hour. */
export const pure: Readonly<Record<string, readonly string[] | "all">> = {
  zod: "all",
  "#core/money": "all",
  "#core/mass": "all",
  "#core/text": "all",
  "#core/errors": "all",
  "#core/page": "all",
  "#core/mail-document": "all",
  "#core/id": ["idPrefixes", "orderNumber", "orderIdFromNumber"],
  "#core/crypto": ["sha256", "checksumBase62"],
  // Given the time, its codes are arithmetic.
  otpauth: "all",
};

export const limits = { fileLines: 300, functionLines: 60, verbParameters: 2 };

/** Words that say nothing of what is inside. */
export const emptyWords =
  /(^|[-._])(utils?|helpers?|common|managers?|services?)(?=[-._]|$)|(Utils?|Helpers?|Manager|Service)\b/;
