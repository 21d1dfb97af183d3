// Procedures of modules for the dashboard. The client's types have all of them; those of a module
// that is not used do not exist.
import type { AnyProcedure } from "@trpc/server";
import { isUsed } from "#modules";
import {
  exportIssuedDocuments,
  exportOpenItems,
  operatorBillingRouter,
} from "#modules/billing/operator-procedures";
import { billingRouter, exportDocuments } from "#modules/billing/procedures";
import { disclosuresRouter, exportDisclosures } from "#modules/disclosures/procedures";
import { exportLinks, linksRouter } from "#modules/links/procedures";
import { noticesRouter } from "#modules/notices/procedures";
import { operatorPrivacyRouter, privacyRouter } from "#modules/privacy/procedures";
import { exportReport, reportsRouter } from "#modules/reports/procedures";
import { exportReservations, reservationsRouter } from "#modules/reservations/procedures";
import {
  exportAccountDocument,
  exportJournal,
  exportMonth,
  exportTaxes,
  operatorMonthsRouter,
} from "#modules/statements/operator-procedures";
import { exportDocument, exportStatement, statementsRouter } from "#modules/statements/procedures";
import { router } from "#trpc/procedures";

const none = router({});

const ofModule = <Router>(name: string, procedures: Router): Router =>
  isUsed(name) ? procedures : (none as Router);

export const moduleRouters = {
  billing: ofModule("billing", billingRouter),
  operatorBilling: ofModule("billing", operatorBillingRouter),
  disclosures: ofModule("disclosures", disclosuresRouter),
  links: ofModule("links", linksRouter),
  notices: ofModule("notices", noticesRouter),
  operatorMonths: ofModule("statements", operatorMonthsRouter),
  operatorPrivacy: ofModule("privacy", operatorPrivacyRouter),
  privacy: ofModule("privacy", privacyRouter),
  reports: ofModule("reports", reportsRouter),
  reservations: ofModule("reservations", reservationsRouter),
  statements: ofModule("statements", statementsRouter),
};

/** By module. */
const exports: Record<string, Record<string, AnyProcedure>> = {
  billing: {
    documents: exportDocuments,
    "issued-documents": exportIssuedDocuments,
    "open-items": exportOpenItems,
  },
  disclosures: { disclosures: exportDisclosures },
  links: { links: exportLinks },
  reports: { report: exportReport },
  reservations: { reservations: exportReservations },
  statements: {
    "account-document-orders": exportAccountDocument,
    "document-orders": exportDocument,
    journal: exportJournal,
    month: exportMonth,
    statement: exportStatement,
    taxes: exportTaxes,
  },
};

/** For addresses of files, which are not typed. */
export const moduleExports: object = Object.fromEntries(
  Object.entries(exports).flatMap(([name, files]) => (isUsed(name) ? Object.entries(files) : [])),
);
