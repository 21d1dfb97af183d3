// Code and database allow the same values in a column.
import type { SelectType } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CoreTables } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import type { CertificateTables } from "#domain/certificates";
import type { CheckoutTables } from "#domain/checkout";
import type { EventTables } from "#domain/events";
import type { EvidenceTables } from "#domain/evidence";
import type { HoldTables } from "#domain/holds";
import type { ImpactTables } from "#domain/impact";
import type { InventoryTables } from "#domain/inventory";
import type { OrderTables } from "#domain/orders";
import type { PeopleTables } from "#domain/people";
import type { QueueTables } from "#domain/queue";
import type { TaxTables } from "#domain/tax";
import type { BalanceTables, BillingTables } from "#modules/billing/index";
import type { LinkTables } from "#modules/links/tables";
import { noticeKinds } from "#modules/notices/schema";

type Tables = CoreTables &
  AccountTables &
  BalanceTables &
  BillingTables &
  CatalogueTables &
  CertificateTables &
  CheckoutTables &
  EventTables &
  EvidenceTables &
  HoldTables &
  ImpactTables &
  InventoryTables &
  LinkTables &
  OrderTables &
  PeopleTables &
  QueueTables &
  TaxTables;

const CHECKS = `
  SELECT t.relname AS table_name, pg_get_constraintdef(c.oid) AS definition
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
  WHERE c.contype = 'c' AND t.relnamespace = 'public'::regnamespace`;

/** A CHECK that lists one column's values and nothing else. */
const LIST =
  /^CHECK \(\(\(?(\w+)(?:\)::text)? = ANY \(\(?ARRAY\[([^\]]*)\](?:\)::text\[\])?\)\)\)$/;

/** Values of a column's type: a missing or an extra one does not compile. */
function valuesOf<Name extends keyof Tables, Column extends keyof Tables[Name]>(
  values: Record<NonNullable<SelectType<Tables[Name][Column]>> & string, true>,
): string[] {
  return Object.keys(values).sort();
}

const roles = { owner: true, admin: true, finance: true, developer: true, viewer: true } as const;

const languages = { en: true, de: true, fr: true, es: true } as const;

const code: Record<string, string[]> = {
  "account_ledger.kind": valuesOf<"accountLedger", "kind">({
    deposit: true,
    order: true,
    order_cancelled: true,
    invoice_payment: true,
    credit_note: true,
    adjustment: true,
  }),
  "accounts.terms": valuesOf<"accounts", "terms">({
    invoice: true,
    prepaid: true,
    billed_elsewhere: true,
    undecided: true,
  }),
  "accounts.mode": valuesOf<"accounts", "mode">({ live: true, test: true }),
  "api_keys.scope": valuesOf<"apiKeys", "scope">({ read: true, write: true }),
  "audit_entries.actor_type": valuesOf<"auditEntries", "actorType">({
    key: true,
    person: true,
    system: true,
    public: true,
  }),
  "billing_profiles.language": valuesOf<"billingProfiles", "language">(languages),
  "catalogue_translations.kind": valuesOf<"catalogueTranslations", "kind">({
    project: true,
    category: true,
    portfolio: true,
  }),
  "catalogue_translations.language": valuesOf<"catalogueTranslations", "language">(languages),
  "catalogue_translations.mode": valuesOf<"catalogueTranslations", "mode">({
    live: true,
    test: true,
  }),
  "catalogues.mode": valuesOf<"catalogues", "mode">({ live: true, test: true }),
  "checkout_sessions.consent_language": valuesOf<"checkoutSessions", "consentLanguage">(languages),
  "checkout_sessions.language": valuesOf<"checkoutSessions", "language">(languages),
  "checkout_sessions.pricing_unit": valuesOf<"checkoutSessions", "pricingUnit">({
    kg: true,
    tonne: true,
  }),
  "checkout_sessions.state": valuesOf<"checkoutSessions", "state">({
    open: true,
    complete: true,
    expired: true,
  }),
  "credit_lots.corresponding_adjustment": valuesOf<"creditLots", "correspondingAdjustment">({
    none: true,
    authorized: true,
    applied: true,
  }),
  "credit_lots.holding": valuesOf<"creditLots", "holding">({ active: true, retired: true }),
  "credit_lots.state": valuesOf<"creditLots", "state">({
    on_sale: true,
    stopped: true,
    removed: true,
  }),
  "emission_factors.mode": valuesOf<"emissionFactors", "mode">({ live: true, test: true }),
  "deliveries.state": valuesOf<"deliveries", "state">({
    pending: true,
    delivered: true,
    failed: true,
    cancelled: true,
  }),
  "events.type": valuesOf<"events", "type">({
    "order.fulfilled": true,
    "order.cancelled": true,
    "order.retired": true,
    "order.retirement_corrected": true,
    "checkout_session.completed": true,
    "checkout_session.expired": true,
    "payment.refunded": true,
    "payment.disputed": true,
    "invoice.issued": true,
    "subaccount.created": true,
    "subaccount.updated": true,
    "subaccount.deleted": true,
  }),
  "exchange_rates.rule": valuesOf<"exchangeRates", "rule">({
    ...({ uk_market: true, hmrc_period: true, bmf_monthly: true } as const),
    ...({ latest_selling: true, ecb_daily: true, ch_monthly: true, ch_daily: true } as const),
  }),
  "invoices.kind": valuesOf<"invoices", "kind">({ invoice: true, credit_note: true }),
  "issuers.mode": valuesOf<"issuers", "mode">({ live: true, test: true }),
  "jobs.state": valuesOf<"jobs", "state">({
    queued: true,
    done: true,
    refused: true,
    stopped: true,
    failed: true,
  }),
  "mailed_links.kind": valuesOf<"mailedLinks", "kind">({ invitation: true, password_reset: true }),
  "mailed_links.role": valuesOf<"mailedLinks", "role">(roles),
  "memberships.role": valuesOf<"memberships", "role">(roles),
  "sold_credits.channel": valuesOf<"soldCredits", "channel">({ api: true, checkout: true }),
  "orders.channel": valuesOf<"orders", "channel">({ api: true, checkout: true }),
  "orders.pricing_unit": valuesOf<"orders", "pricingUnit">({ kg: true, tonne: true }),
  "notice_choices.kind": [...noticeKinds].sort(),
  "orders.state": valuesOf<"orders", "state">({ placed: true, fulfilled: true, cancelled: true }),
  "orders.type": valuesOf<"orders", "type">({ generic: true, ride: true }),
  "passkey_challenges.purpose": valuesOf<"passkeyChallenges", "purpose">({
    login: true,
    registration: true,
    proof: true,
  }),
  "payment_movements.kind": valuesOf<"paymentMovements", "kind">({ refund: true, fee: true }),
  "payments.state": valuesOf<"payments", "state">({
    open: true,
    confirming: true,
    requires_action: true,
    processing: true,
    paid: true,
    failed: true,
    refunding: true,
    disputed: true,
    charged_back: true,
    refunded: true,
  }),
  "payment_disputes.kind": valuesOf<"paymentDisputes", "kind">({ dispute: true, warning: true }),
  "payment_disputes.mode": valuesOf<"paymentDisputes", "mode">({ live: true, test: true }),
  "payment_disputes.state": valuesOf<"paymentDisputes", "state">({
    open: true,
    won: true,
    lost: true,
    dismissed: true,
  }),
  "refunds.kind": valuesOf<"refunds", "kind">({
    requested: true,
    cancellation: true,
    late_payment: true,
    provider: true,
    other_means: true,
  }),
  "refunds.mode": valuesOf<"refunds", "mode">({ live: true, test: true }),
  "refunds.state": valuesOf<"refunds", "state">({ pending: true, succeeded: true, failed: true }),
  "portfolios.mode": valuesOf<"portfolios", "mode">({ live: true, test: true }),
  "project_categories.mode": valuesOf<"projectCategories", "mode">({ live: true, test: true }),
  "projects.mode": valuesOf<"projects", "mode">({ live: true, test: true }),
  "projects.mechanism": valuesOf<"projects", "mechanism">({
    removal: true,
    reduction: true,
    mixed: true,
  }),
  "projects.sink": valuesOf<"projects", "sink">({ biogenic: true, technological: true }),
  "registry_incidents.mode": valuesOf<"registryIncidents", "mode">({ live: true, test: true }),
  "registry_incidents.state": valuesOf<"registryIncidents", "state">({
    open: true,
    resolved: true,
  }),
  "registry_policies.adapter": valuesOf<"registryPolicies", "adapter">({
    manual: true,
    isometric: true,
    sandbox: true,
  }),
  "registry_policies.mode": valuesOf<"registryPolicies", "mode">({ live: true, test: true }),
  "registry_policies.timing": valuesOf<"registryPolicies", "timing">({
    after_sale: true,
    before_sale: true,
  }),
  "registry_requests.adapter": valuesOf<"registryRequests", "adapter">({
    manual: true,
    isometric: true,
    sandbox: true,
  }),
  "registry_requests.mode": valuesOf<"registryRequests", "mode">({ live: true, test: true }),
  "registry_requests.state": valuesOf<"registryRequests", "state">({
    written: true,
    sent: true,
    confirmed: true,
    refused: true,
    unknown: true,
  }),
  "registry_retirements.mode": valuesOf<"registryRetirements", "mode">({ live: true, test: true }),
  "registry_retirements.kind": valuesOf<"registryRetirements", "kind">({
    retired: true,
    cancelled: true,
  }),
  "registry_retirements.source": valuesOf<"registryRetirements", "source">({
    import: true,
    adapter: true,
    operator: true,
  }),
  "registry_runners.mode": valuesOf<"registryRunners", "mode">({ live: true, test: true }),
  "retired_serials.mode": valuesOf<"retiredSerials", "mode">({ live: true, test: true }),
  "retirement_totals.span": valuesOf<"retirementTotals", "span">({
    all: true,
    month: true,
    day: true,
    hour: true,
    ten_minutes: true,
  }),
  "payment_links.state": valuesOf<"paymentLinks", "state">({ active: true, paused: true }),
  "stock_holds.channel": valuesOf<"stockHolds", "channel">({ api: true, checkout: true }),
  "sale_documents.kind": valuesOf<"saleDocuments", "kind">({ invoice: true, credit_note: true }),
  "stock_holds.kind": valuesOf<"stockHolds", "kind">({ reservation: true, payment: true }),
  "stock_holds.state": valuesOf<"stockHolds", "state">({
    held: true,
    used: true,
    released: true,
    expired: true,
    void: true,
  }),
  "stock_totals.mode": valuesOf<"stockTotals", "mode">({ live: true, test: true }),
  "tax_rules.buyer_kind": valuesOf<"taxRules", "buyerKind">({
    business: true,
    consumer: true,
    any: true,
  }),
  "tax_rules.kind": valuesOf<"taxRules", "kind">({
    standard: true,
    reverse_charge: true,
    out_of_scope: true,
    zero: true,
  }),
  // Written by SQL of its own, without types of tables.
  "backup_records.kind": ["backup", "restore"],
  "transfer_payments.mode": ["live", "test"],
  "transfer_payments.state": ["cancelled", "open", "paid", "waiting"],
  "test_provider_payments.simulates": [
    ...["failed_refund", "lost_dispute", "slow_refund", "warning", "won_dispute"],
  ],
  "test_provider_refunds.settles_as": ["failed", "succeeded"],
  "test_provider_refunds.state": ["failed", "pending", "succeeded"],
  "test_provider_payments.state": ["cancelled", "open", "paid", "processing", "requires_action"],
};

const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
beforeAll(() => client.connect());
afterAll(() => client.end());

test("every list of values that the database allows equals a type of the code", async () => {
  const { rows } = await client.query<{ table_name: string; definition: string }>(CHECKS);
  const allowed = rows.flatMap(({ table_name, definition }) => {
    const [, column, list] = LIST.exec(definition) ?? [];
    if (column === undefined) return [];
    const values = [...(list ?? "").matchAll(/'([^']*)'/g)].map(([, value]) => value ?? "");
    return [[`${table_name}.${column}`, values.sort()] as const];
  });
  expect(Object.fromEntries(allowed)).toEqual(code);
});
