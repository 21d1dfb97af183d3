import { z } from "zod";
import {
  getImpact,
  getImpactPage,
  ImpactPageResource,
  ImpactPeriod,
  ImpactResource,
  SetImpactPage,
  setImpactPage,
  toImpactPageResource,
  toImpactResource,
} from "#domain/impact";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Impact";

export const impactEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/impact/data",
    operationId: "getImpactData",
    tag,
    summary: "Get climate impact data",
    description:
      "Returns the credits of fulfilled orders by the time the orders were placed, and how many of " +
      "them the registries have retired. " +
      "With a subaccount, only its orders count.",
    subaccount: true,
    query: ImpactPeriod,
    problems: ["invalid-subaccount"],
    resource: ImpactResource,
    run: (ctx, { query, subaccountId }) => getImpact(ctx, { ...query, subaccountId }),
    present: toImpactResource,
  }),

  endpoint({
    method: "GET",
    path: "/impact/hosted-page-config",
    operationId: "getImpactHostedPageConfig",
    tag,
    summary: "Get hosted impact page configuration",
    description: "For the account, or for the subaccount. The page is enabled by default.",
    subaccount: true,
    query: z.strictObject({}),
    problems: ["invalid-subaccount"],
    resource: ImpactPageResource,
    run: (ctx, { subaccountId }) => getImpactPage(ctx, { subaccountId }),
    present: toImpactPageResource,
  }),

  endpoint({
    method: "PUT",
    path: "/impact/hosted-page-config",
    operationId: "setImpactHostedPageConfig",
    tag,
    summary: "Configure the hosted impact page",
    description: "Replaces the whole configuration.",
    subaccount: true,
    body: SetImpactPage,
    problems: ["invalid-subaccount"],
    resource: ImpactPageResource,
    run: (ctx, { body, subaccountId }) => setImpactPage(ctx, { ...body, subaccountId }),
    present: toImpactPageResource,
  }),
];
