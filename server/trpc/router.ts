// The dashboard's API: one router per screen.
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { moduleRouters } from "#modules/routers";
import { auditRouter, impactRouter, keysRouter, settingsRouter, teamRouter } from "./account";
import { brandRouter } from "./brand";
import { checkoutRouter } from "./checkout";
import { exportsRouter } from "./exports";
import { merchantRouter } from "./merchant";
import { operatorAccountsRouter } from "./operator-accounts";
import {
  operatorCategoriesRouter,
  operatorFactorsRouter,
  operatorPortfoliosRouter,
  operatorProjectsRouter,
} from "./operator-catalogue";
import { operatorDriftRouter } from "./operator-drift";
import {
  operatorIncidentsRouter,
  operatorPoliciesRouter,
  operatorRetirementsRouter,
} from "./operator-evidence";
import { operatorImportsRouter, operatorLedgerRouter } from "./operator-jobs";
import { operatorLotsRouter } from "./operator-lots";
import { operatorTransfersRouter, operatorWaitingRouter } from "./operator-orders";
import { operatorPaymentsRouter } from "./operator-payments";
import {
  operatorOverviewRouter,
  operatorQueuesRouter,
  operatorSecurityRouter,
} from "./operator-system";
import { operatorWorklistRouter } from "./operator-worklist";
import { ordersRouter } from "./orders";
import { overviewRouter } from "./overview";
import { ownLoginRouter } from "./own-login";
import { portfoliosRouter } from "./portfolios";
import { router } from "./procedures";
import { passkeysRouter, proofRouter } from "./proof";
import { retirementsRouter } from "./retirements";
import { operatorSearchRouter, searchRouter } from "./search";
import { sessionRouter } from "./session";
import { subaccountsRouter } from "./subaccounts";
import { webhookEndpointsRouter, webhooksRouter } from "./webhooks";

export const appRouter = router({
  audit: auditRouter,
  brand: brandRouter,
  checkout: checkoutRouter,
  exports: exportsRouter,
  impact: impactRouter,
  keys: keysRouter,
  merchant: merchantRouter,
  operatorAccounts: operatorAccountsRouter,
  operatorCategories: operatorCategoriesRouter,
  operatorDrift: operatorDriftRouter,
  operatorFactors: operatorFactorsRouter,
  operatorImports: operatorImportsRouter,
  operatorIncidents: operatorIncidentsRouter,
  operatorLedger: operatorLedgerRouter,
  operatorLots: operatorLotsRouter,
  operatorOverview: operatorOverviewRouter,
  operatorPayments: operatorPaymentsRouter,
  operatorPolicies: operatorPoliciesRouter,
  operatorPortfolios: operatorPortfoliosRouter,
  operatorProjects: operatorProjectsRouter,
  operatorQueues: operatorQueuesRouter,
  operatorRetirements: operatorRetirementsRouter,
  operatorSearch: operatorSearchRouter,
  operatorSecurity: operatorSecurityRouter,
  operatorTransfers: operatorTransfersRouter,
  operatorWaiting: operatorWaitingRouter,
  operatorWorklist: operatorWorklistRouter,
  orders: ordersRouter,
  overview: overviewRouter,
  ownLogin: ownLoginRouter,
  passkeys: passkeysRouter,
  portfolios: portfoliosRouter,
  proof: proofRouter,
  retirements: retirementsRouter,
  search: searchRouter,
  session: sessionRouter,
  settings: settingsRouter,
  subaccounts: subaccountsRouter,
  team: teamRouter,
  webhookEndpoints: webhookEndpointsRouter,
  webhooks: webhooksRouter,
  ...moduleRouters,
});

export type AppRouter = typeof appRouter;

export type RouterOutput = inferRouterOutputs<AppRouter>;

export type RouterInput = inferRouterInputs<AppRouter>;
