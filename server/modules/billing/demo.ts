// The demo's orders are invoiced monthly.
import type { AccountContext } from "#core/context";
import type { Database } from "#core/db";
import { setTerms } from "#domain/accounts";
import { listInvoices, recordInvoicePayment } from "./invoices";
import { issueMonth } from "./issue-month";
import { setIssuer } from "./issuers";
import { port } from "./port";
import { setBillingProfile } from "./profiles";
import type { SetBilledProfile, SetIssuer } from "./schema";

const issuer: SetIssuer = {
  legal_name: "Demo Climate Services GmbH",
  address: "Speicherstraße 12\n20457 Hamburg",
  country_code: "DE",
  tax_id: "DE000000000",
  bank_text: "A demo: do not pay this invoice.",
  number_prefix: "DEMO",
  rate_rule: null,
};

const billed: SetBilledProfile = {
  legal_name: "Demo Company B.V.",
  address: "Havenstraat 88\n1019 Amsterdam",
  country_code: "NL",
  tax_id: "NL000000000B00",
  billing_email: "accounting@demo-company.example",
  language: "en",
  payment_days: 30,
};

/** Pays the invoices that are a week overdue, so that the last one that was due stays open. */
async function payInvoices(ctx: AccountContext): Promise<void> {
  const { data } = await listInvoices(ctx, { limit: 100 });
  for (const { id, openAmount, overdueDays, content } of data) {
    if (overdueDays < 7) continue;
    const reference = `Transfer for ${content.number}`;
    await recordInvoicePayment(ctx, { invoice_id: id, amount: openAmount, reference });
  }
}

export const demoBilling = {
  async begin(ctx: AccountContext): Promise<void> {
    await setIssuer(ctx, { mode: ctx.account.mode, ...issuer });
    await setBillingProfile(ctx, billed);
    await setTerms(ctx, { terms: "invoice", credit_limit: null, limits: port });
  },

  async endMonth(ctx: AccountContext, { database }: { database: Database }): Promise<void> {
    await payInvoices(ctx);
    await issueMonth(ctx, { mode: ctx.account.mode, period: null, database });
  },
};
