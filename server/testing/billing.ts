// Accounts with billing terms, and months to bill.
import type { Account, AccountContext, Mode } from "#core/context";
import { database } from "#core/db";
import type { Language } from "#core/language";
import { setTerms } from "#domain/accounts";
import { cancelAndRefund } from "#domain/checkout";
import { draftOrder, placeOrder } from "#domain/orders";
import { type ExchangeRate, type RateRule, replaceTaxRules, setRates } from "#domain/tax";
import { issueInvoice } from "#modules/billing/issue-invoice";
import { setIssuer } from "#modules/billing/issuers";
import { port } from "#modules/billing/port";
import { setBillingProfile } from "#modules/billing/profiles";
import { matchAll } from "#testing/factories";
import { contextOf, makeAccount, systemContext } from "./factories";
import { makeTaxRule } from "./tax-rules";

const issuer = {
  legal_name: "Nordklima GmbH",
  address: "Hafenstraße 7\n20457 Hamburg",
  country_code: "DE",
  tax_id: "DE123456789",
  bank_text: "IBAN DE02 1203 0000 0000 2020 51\nBIC BYLADEM1001",
  number_prefix: "INV",
  rate_rule: null as RateRule | null,
};

const buyer = {
  legal_name: "Riverside Stores SARL",
  address: "12 rue de la Paix\n75002 Paris",
  country_code: "FR",
  tax_id: "FR12345678901",
  billing_email: "billing@riverside.example",
  language: "en" as Language,
  payment_days: 30,
};

/** For documents in US dollars from Germany. */
const averageRate: ExchangeRate = {
  ...{ rule: "bmf_monthly", from: "eur", to: "usd", rate: "1.0812", source: "BMF" },
  ...{ valid_from: "2000-01-01", valid_to: "2999-12-31" },
};

/** Sets the issuer of a mode, a rule for sales at home, and a rate for its tax. */
export async function setUpIssuer(
  mode: Mode = "test",
  changes: Partial<typeof issuer> = {},
): Promise<void> {
  await database().transaction(async (db) => {
    await setIssuer({ ...systemContext(), db }, { ...issuer, ...changes, mode });
    await replaceTaxRules({ ...systemContext(), db }, { rules: [makeTaxRule()] });
    await setRates({ ...systemContext(), db }, [averageRate]);
  });
}

interface Billed {
  terms?: "prepaid" | "invoice";
  limitAmount?: number | null;
  profile?: Partial<typeof buyer>;
}

/** Gives an account terms and a billing profile. */
export async function billAccount(account: Account, billed: Billed = {}): Promise<void> {
  const { terms = "invoice", limitAmount = null, profile = {} } = billed;
  await database().transaction(async (db) => {
    const ctx = { ...contextOf(account), db };
    await setTerms(ctx, { terms, credit_limit: limitAmount, limits: port });
    await setBillingProfile(ctx, { ...buyer, ...profile });
  });
}

/** Sells a portfolio in other currencies, at 2 minor units a kilogram. */
export async function offerIn(portfolioId: string, currencies: readonly string[]): Promise<void> {
  const price = { apiPricePerTonne: 2_000, checkoutPricePerTonne: 2_000 };
  await database().prisma.portfolioPrice.createMany({
    data: currencies.map((currency) => ({ mode: "test", portfolioId, currency, ...price })),
    skipDuplicates: true,
  });
}

/** A test account with terms and a billing profile. */
export async function makeBilledAccount(billed: Billed = {}) {
  const { account, token } = await makeAccount();
  await billAccount(account, billed);
  return { token, ctx: contextOf({ ...account, terms: billed.terms ?? "invoice" }) };
}

/** Places an order that is charged to the balance. Returns its id. @throws payment-required */
export async function placeCharged(
  ctx: AccountContext,
  order: { portfolioId: string; kg: number; subaccountId?: string | null },
): Promise<string> {
  const { portfolioId, kg, subaccountId = null } = order;
  const now = new Date();
  const input = { amount_kg: kg, portfolio_id: portfolioId, subaccountId };
  const draft = await draftOrder({ ...ctx, now }, input);
  await database().sqlTransaction((db) =>
    placeOrder({ ...ctx, now, db }, { order: draft, charge: port.charge }),
  );
  return draft.id;
}

/** Cancels an order that was charged to the balance. */
export function cancelCharged(ctx: AccountContext, { id }: { id: string }) {
  const { credit } = port;
  return database().transaction((db) => cancelAndRefund({ ...ctx, db }, { id, credit }));
}

/** Places charged orders and allocates their credits. Returns their ids. */
export async function sellOrders(
  ctx: AccountContext,
  { portfolioId, kg }: { portfolioId: string; kg: readonly number[] },
): Promise<string[]> {
  const ids: string[] = [];
  for (const each of kg) ids.push(await placeCharged(ctx, { portfolioId, kg: each }));
  await matchAll();
  return ids;
}

/** A day after the current month has ended; 1 is the second day of the next one. */
export function daysAfterMonth(days: number): Date {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1 + days));
}

/** The current month, as it is billed on the second day of the next one. */
export function endedMonth(): { period: string; now: Date } {
  return { period: new Date().toISOString().slice(0, 7), now: daysAfterMonth(1) };
}

/** Issues the account's invoice for the current month. */
export function issue(ctx: AccountContext) {
  const { period, now } = endedMonth();
  return database().transaction((db) => issueInvoice({ ...ctx, db, now }, { period }));
}
