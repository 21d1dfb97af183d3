// Planted imports that break the table, go past a door, or bring a server into the browser.
import { file } from "./good-house";
import type { RuleName } from "./rules";
import { holding, inVerb, type Sample } from "./sample";

const table: RuleName = "the table of who may import whom is true";
const doors: RuleName = "a room is entered by its index.ts, a door by its name";
const wayUp: RuleName = "no import goes up, and every import names its target";
const prisma: RuleName = "the Prisma client stays in core/db";
const belongs: RuleName = "pg, Prisma's packages and Next stay where they belong";
const browser: RuleName = "client components import nothing of a server";
const contract: RuleName = "tests hold every answer against the OpenAPI document";
const verb = "export const listOrders = 1;";
const inTest = "server/domain/orders/rules.test.ts";

export const importSamples: Sample[] = [
  holding(
    table,
    "server/core/log.ts",
    'import { placeOrder } from "#domain/orders";',
    /^\S+:2: core may not/,
  ),
  holding(
    table,
    "server/core/log.ts",
    'import type { Order } from "#domain/orders";',
    /core may not/,
  ),
  holding(table, "server/core/log.ts", 'export * from "#domain/orders";', /core may not/),
  holding(
    table,
    "server/core/log.ts",
    'const late = await import("#domain/orders");',
    /core may not/,
  ),
  holding(
    table,
    "server/core/log.ts",
    'type Late = import("#domain/orders").Order;',
    /core may not/,
  ),
  holding(
    table,
    "app/orders/page.tsx",
    'import { placeOrderEndpoint } from "#rest/orders";',
    /pages may not/,
  ),
  holding(
    table,
    "server/domain/events/resource.ts",
    'import { getOrder } from "#domain/orders";',
    /events may not/,
  ),
  holding(
    table,
    "server/domain/orders/store.ts",
    'import { files } from "#gateways/files";',
    /orders may not/,
  ),
  holding(
    table,
    "server/domain/accounts/store.ts",
    'import { mail } from "#gateways/mail";',
    /accounts may not/,
  ),
  holding(
    table,
    "server/gateways/mail/smtp.ts",
    'import { files } from "#gateways/files";',
    /gateways may not/,
  ),
  holding(
    table,
    "server/trpc/screen.ts",
    'import { endpoint } from "#rest/endpoint";',
    /trpc may not/,
  ),
  holding(
    table,
    "server/rest/files.ts",
    'import { files } from "#gateways/files";',
    /rest may not/,
  ),
  holding(
    table,
    "server/jobs/late.ts",
    'import { endpoint } from "#rest/endpoint";',
    /jobs may not/,
  ),
  holding(
    table,
    "app/v1/late/extra.ts",
    'import { getOrder } from "#domain/orders";',
    /app\/v1 may not/,
  ),
  holding(
    table,
    "app/v1/orders/[id]/route.ts",
    'import { placeOrderEndpoint } from "#rest/orders";',
    /app\/v1 may not/,
  ),
  holding(table, "app/late/page.tsx", 'import { placeOrder } from "#domain/orders";', /placeOrder/),
  holding(
    table,
    "app/late/page.tsx",
    'import * as orders from "#domain/orders";',
    /pages may not import \*/,
  ),
  holding(
    table,
    "server/start.ts",
    'import { getOrder } from "#domain/orders";',
    /programs may not/,
  ),
  holding(
    table,
    "app/orders/form.tsx",
    '"use client";\nimport { getOrder } from "#domain/orders";',
    /client components may not/,
  ),
  holding(
    table,
    "app/orders/form.tsx",
    '"use client";\nimport { caller } from "#trpc/router";',
    /client components may not/,
  ),
  {
    breaks: table,
    files: [
      file("app/orders/form.tsx", '"use client";', 'import { words } from "./words";'),
      file("app/orders/words.ts", 'import { database } from "#core/db";'),
    ],
    complaint: /words\.ts:2: client components may not/,
  },
  holding(doors, inVerb, `import { x } from "#domain/orders";\n${verb}`, /is this room/),
  holding(doors, "server/lifecycle.ts", 'import { x } from "./core/db";', /without a door/),
  holding(doors, inTest, 'import { x } from "#domain/events/emit-events";', /leads nowhere/),
  holding(doors, "server/jobs/late.ts", 'import { x } from "#domain/absent";', /leads nowhere/),
  holding(
    doors,
    "server/gateways/payments/index.ts",
    'import { cards } from "./late/cards";',
    /goes past index/,
  ),
  holding(
    table,
    "server/gateways/payments/late/index.ts",
    'import { cents } from "#gateways/mail";',
    /gateways may not/,
  ),
  holding(
    doors,
    "server/rest/late.test.ts",
    'import { x } from "./../domain/orders/rules";',
    /without a door/,
  ),
  holding(wayUp, inVerb, `import { x } from "../events/emit-events";\n${verb}`, /goes up/),
  holding(wayUp, inVerb, `export { x } from "./../events/index";\n${verb}`, /goes up/),
  holding(wayUp, inVerb, `const x = await import(name);\n${verb}`, /must name/),
  holding(prisma, inVerb, `import { PrismaClient } from "#prisma";\n${verb}`, /values/),
  holding(prisma, "server/rest/late.ts", 'import type { Order } from "#prisma";', /for the domain/),
  holding(prisma, "app/late/page.tsx", 'import type { Order } from "#prisma";', /for the domain/),
  holding(belongs, inVerb, `import pg from "pg";\n${verb}`, /pg is for/),
  holding(
    belongs,
    "server/core/log.ts",
    'import { PrismaPg } from "@prisma/adapter-pg";',
    /core\/db/,
  ),
  holding(
    belongs,
    "server/rest/late.ts",
    'import { NextRequest } from "next/server";',
    /web-standard/,
  ),
  holding(browser, "app/orders/form.tsx", '"use client";\nimport fs from "node:fs";', /a server's/),
  ...["serve", "route", "listener"].map((door) =>
    holding(
      contract,
      "server/rest/late.test.ts",
      `import { ${door} } from "#rest/${door}";`,
      /answers unchecked/,
    ),
  ),
  holding(contract, inTest, 'const { serve } = await import("#rest/serve");', /answers unchecked/),
  holding(
    contract,
    "e2e/late.spec.ts",
    'import { expect, test } from "@playwright/test";',
    /requests are not checked/,
  ),
];
