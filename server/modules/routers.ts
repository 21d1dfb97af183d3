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
import { exportReservations, reservationsRouter } from "#modules/reservations/procedures";
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
  operatorPrivacy: ofModule("privacy", operatorPrivacyRouter),
  privacy: ofModule("privacy", privacyRouter),
  reservations: ofModule("reservations", reservationsRouter),
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
  reservations: { reservations: exportReservations },
};

/** For addresses of files, which are not typed. */
export const moduleExports: object = Object.fromEntries(
  Object.entries(exports).flatMap(([name, files]) => (isUsed(name) ? Object.entries(files) : [])),
);
