// Who may read and write the tables of another room. A table's owner is the room of its file in prisma/schema.

interface Guest {
  reads?: readonly string[];
  /** Writing permits reading too. */
  writes?: readonly string[];
  /** Tables of rooms that it may not import. The list only gets shorter. */
  above?: readonly string[];
}

/** By room, as the import table names them. */
export const tableGuests: Readonly<Record<string, Guest>> = {
  accounts: {
    reads: ["audit_entries"],
    above: ["catalogues", "checkout_sessions", "orders", "portfolios"],
  },
  people: {
    reads: ["accounts", "memberships"],
    writes: ["people"],
  },
  catalogue: {
    reads: ["accounts", "subaccounts"],
    above: ["checkout_sessions", "orders"],
  },
  inventory: {
    reads: [
      "accounts",
      "catalogues",
      "category_projects",
      "emission_factors",
      "events",
      "idempotency_keys",
      "people",
      "portfolio_allocations",
      "portfolios",
      "project_categories",
      "projects",
    ],
    above: ["order_cancellations", "order_totals", "orders"],
  },
  orders: {
    reads: [
      "accounts",
      "catalogues",
      "credit_lots",
      "portfolios",
      "project_categories",
      "projects",
      "retirements",
      "subaccounts",
    ],
    writes: ["idempotency_keys"],
  },
  matching: {
    reads: ["catalogues"],
    writes: ["credit_lots", "orders", "retirements"],
  },
  checkout: {
    reads: ["accounts", "jobs", "orders", "subaccounts"],
    above: ["portfolios"],
  },
  impact: {
    reads: [
      "accounts",
      "category_projects",
      "project_categories",
      "projects",
      "retirement_totals",
      "subaccounts",
    ],
  },
  setup: {
    reads: ["accounts", "audit_entries", "checkout_sessions", "events", "orders"],
  },
  rest: {
    writes: ["idempotency_keys"],
  },
  jobs: {
    writes: ["idempotency_keys"],
  },
  seed: {
    reads: ["accounts", "api_keys", "people"],
  },
};
