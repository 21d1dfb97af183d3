// The dashboard's door: one router a screen.
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { auditRouter } from "./audit";
import { checkoutRouter } from "./checkout";
import { exportsRouter } from "./exports";
import { impactRouter } from "./impact";
import { keysRouter } from "./keys";
import { operatorAccountsRouter } from "./operator-accounts";
import { operatorCategoriesRouter } from "./operator-categories";
import { operatorFactorsRouter } from "./operator-factors";
import { operatorImportsRouter } from "./operator-imports";
import { operatorLedgerRouter } from "./operator-ledger";
import { operatorLotsRouter } from "./operator-lots";
import { operatorOverviewRouter } from "./operator-overview";
import { operatorPortfoliosRouter } from "./operator-portfolios";
import { operatorProjectsRouter } from "./operator-projects";
import { operatorQueuesRouter } from "./operator-queues";
import { operatorSecurityRouter } from "./operator-security";
import { operatorTransfersRouter } from "./operator-transfers";
import { operatorWaitingRouter } from "./operator-waiting";
import { ordersRouter } from "./orders";
import { overviewRouter } from "./overview";
import { passkeysRouter } from "./passkeys";
import { portfoliosRouter } from "./portfolios";
import { router } from "./procedures";
import { proofRouter } from "./proof";
import { sessionRouter } from "./session";
import { settingsRouter } from "./settings";
import { subaccountsRouter } from "./subaccounts";
import { teamRouter } from "./team";
import { webhookEndpointsRouter } from "./webhook-endpoints";
import { webhooksRouter } from "./webhooks";

export const appRouter = router({
  audit: auditRouter,
  checkout: checkoutRouter,
  exports: exportsRouter,
  impact: impactRouter,
  keys: keysRouter,
  operatorAccounts: operatorAccountsRouter,
  operatorCategories: operatorCategoriesRouter,
  operatorFactors: operatorFactorsRouter,
  operatorImports: operatorImportsRouter,
  operatorLedger: operatorLedgerRouter,
  operatorLots: operatorLotsRouter,
  operatorOverview: operatorOverviewRouter,
  operatorPortfolios: operatorPortfoliosRouter,
  operatorProjects: operatorProjectsRouter,
  operatorQueues: operatorQueuesRouter,
  operatorSecurity: operatorSecurityRouter,
  operatorTransfers: operatorTransfersRouter,
  operatorWaiting: operatorWaitingRouter,
  orders: ordersRouter,
  overview: overviewRouter,
  passkeys: passkeysRouter,
  portfolios: portfoliosRouter,
  proof: proofRouter,
  session: sessionRouter,
  settings: settingsRouter,
  subaccounts: subaccountsRouter,
  team: teamRouter,
  webhookEndpoints: webhookEndpointsRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;

/** What each procedure answers. */
export type RouterOutput = inferRouterOutputs<AppRouter>;

/** What each procedure takes. */
export type RouterInput = inferRouterInputs<AppRouter>;
