// Rooms that may read and write another room's tables. A table belongs to the room of its file in
// prisma/schema.

interface Guest {
  reads?: readonly string[];
  /** Permission to write includes reading. */
  writes?: readonly string[];
  /** Tables of a room above: facts that an order shows, where a call would be a cycle of imports. */
  readsAbove?: readonly string[];
  /** Tables of a module, whose rows exist whether the installation uses it or not. */
  writesAbove?: readonly string[];
}

/** Keyed by room, as in the import table. */
export const tableGuests: Readonly<Record<string, Guest>> = {
  accounts: {
    reads: ["audit_entries"],
  },
  merchants: {
    reads: ["accounts"],
  },
  brands: {
    reads: ["accounts", "subaccounts"],
  },
  "modules/listeners": {
    reads: ["deliveries"],
    writes: ["webhook_endpoints"],
  },
  "modules/privacy": {
    reads: [
      "accounts",
      "billing_profiles",
      "jobs",
      "memberships",
      "merchant_profiles",
      "orders",
      "payment_disputes",
      "payments",
      "refunds",
      "subaccounts",
    ],
    writes: [
      "audit_entries",
      "checkout_sessions",
      "email_changes",
      "events",
      "identities",
      "login_sessions",
      "mailed_links",
      "notice_choices",
      "open_notices",
      "passkey_challenges",
      "passkeys",
      "people",
      "recovery_codes",
      "security_events",
    ],
  },
  certificates: {
    reads: ["orders"],
  },
  sandbox: {
    reads: [
      "account_ledger",
      "credit_lots",
      "invoice_lines",
      "memberships",
      "payments",
      "sold_credits",
    ],
    writes: [
      "account_balances",
      "account_prices",
      "accounts",
      "api_keys",
      "audit_entries",
      "billing_profiles",
      "brands",
      "checkout_sessions",
      "deliveries",
      "delivery_attempts",
      "events",
      "former_subaccount_slugs",
      "idempotency_keys",
      "impact_pages",
      "order_cancellations",
      "orders",
      "portfolios",
      "report_links",
      "spending_limits",
      "stock_holds",
      "subaccounts",
      "webhook_endpoints",
      "webhook_secrets",
    ],
    writesAbove: ["payment_links"],
  },
  secrets: {
    writes: ["installation_secrets", "people", "signing_keys", "webhook_secrets"],
  },
  people: {
    reads: ["accounts", "memberships", "subaccounts"],
    writes: ["people"],
  },
  catalogue: {
    reads: ["accounts", "subaccounts"],
  },
  pictures: {
    reads: ["portfolios", "projects"],
  },
  inventory: {
    readsAbove: ["registry_retirements"],
    reads: [
      "accounts",
      "category_projects",
      "portfolio_allocations",
      "project_categories",
      "projects",
    ],
    writes: ["catalogues"],
  },
  evidence: {
    reads: [
      "accounts",
      "allocation_remedies",
      "credit_lots",
      "projects",
      "retirements",
      "subaccounts",
    ],
    writes: [
      "orders",
      "registry_incidents",
      "registry_policies",
      "registry_request_items",
      "registry_retirement_items",
    ],
  },
  balances: {
    writes: ["accounts"],
  },
  orders: {
    reads: [
      "account_ledger",
      "accounts",
      "allocation_remedies",
      "catalogues",
      "credit_lots",
      "portfolios",
      "project_categories",
      "projects",
      "retirements",
      "subaccounts",
    ],
    writes: ["idempotency_keys"],
    readsAbove: [
      "registry_incidents",
      "registry_retirement_items",
      "registry_retirements",
      "stock_holds",
    ],
  },
  holds: {
    reads: ["accounts", "orders"],
  },
  matching: {
    reads: [
      "catalogues",
      "registry_incidents",
      "registry_retirement_items",
      "registry_retirements",
    ],
    writes: ["allocation_remedies", "credit_lots", "orders", "retirements"],
  },
  checkout: {
    reads: ["accounts", "jobs", "orders", "portfolios", "subaccounts"],
  },
  billing: {
    reads: [
      "account_balances",
      "account_ledger",
      "accounts",
      "orders",
      "portfolios",
      "subaccounts",
    ],
  },
  webhooks: {
    reads: ["deliveries", "delivery_attempts", "events"],
    writes: ["webhook_endpoints"],
  },
  impact: {
    reads: [
      "accounts",
      "category_projects",
      "credit_lots",
      "former_subaccount_slugs",
      "orders",
      "project_categories",
      "projects",
      "retirement_totals",
      "retirements",
      "subaccounts",
    ],
  },
  disclosures: {
    reads: ["credit_lots", "orders", "projects", "retirements", "subaccounts"],
  },
  statements: {
    reads: [
      "account_ledger",
      "accounts",
      "allocation_remedies",
      "checkout_sessions",
      "credit_lots",
      "invoices",
      "orders",
      "order_cancellations",
      "payment_movements",
      "payments",
      "portfolios",
      "projects",
      "retirements",
      "sold_credits",
      "subaccounts",
    ],
  },
  notices: {
    reads: [
      "accounts",
      "api_keys",
      "invoices",
      "memberships",
      "orders",
      "passkeys",
      "people",
      "webhook_endpoints",
    ],
  },
  setup: {
    reads: ["accounts", "checkout_sessions", "events", "orders"],
    writes: ["audit_entries", "backup_records", "files"],
  },
  diagnostics: {
    reads: [
      "accounts",
      "allocation_remedies",
      "credit_lots",
      "events",
      "idempotency_keys",
      "order_cancellations",
      "orders",
      "portfolio_allocations",
      "portfolios",
      "projects",
      "registry_incidents",
      "registry_policies",
      "registry_request_items",
      "registry_requests",
      "registry_retirement_items",
      "registry_retirements",
      "retirements",
      "stock_hold_parts",
      "stock_holds",
    ],
    writes: ["retirement_totals", "sold_credits", "stock_totals"],
    readsAbove: ["checkout_sessions", "payments"],
  },
  registries: {
    reads: [
      "category_projects",
      "credit_lots",
      "people",
      "portfolio_allocations",
      "portfolios",
      "projects",
      "stock_totals",
    ],
    writes: ["jobs"],
  },
  jobs: {
    reads: ["accounts"],
  },
  seed: {
    reads: [
      "api_keys",
      "audit_entries",
      "checkout_sessions",
      "orders",
      "people",
      "retirements",
      "subaccounts",
    ],
    writes: ["accounts"],
  },
};
