import type { Module } from "#modules/module";
import { billingInvariants, checkBilling } from "./check-billing";
import { billingEndpoints } from "./endpoints";
import { issueInvoices } from "./issue-invoices";
import { billingMails } from "./mails";
import { port } from "./port";

/** Charges accounts' orders to a balance, and bills them monthly. */
export const billing: Module = {
  name: "billing",
  endpoints: billingEndpoints,
  screens: [
    {
      after: "Retirements",
      path: "/billing",
      name: "Billing",
      hotkey: "b",
      parts: "Invoices",
      needs: "read_billing",
    },
  ],
  operatorScreens: [
    { after: "Payments", path: "/money", show: "billing", name: "Billing", hotkey: "n" },
  ],
  mails: billingMails,
  chores: { "issue-invoices": issueInvoices },
  checks: [{ subject: "Billing", invariants: billingInvariants, run: checkBilling }],
  billing: port,
};
