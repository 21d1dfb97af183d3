import { file } from "./good-house";
import type { RuleName } from "./rules";
import { inFile, ordersFile, type Sample } from "./sample";

const table: RuleName = "imports follow the table";
const entrances: RuleName = "rooms are entered by index.ts, other folders by their alias";
const wayUp: RuleName = "no import goes up, and none is computed";
const circles: RuleName = "no files import each other in a circle";
const prisma: RuleName = "the Prisma client stays in core/db";
const restricted: RuleName = "pg, Kysely, Prisma's packages and Next are imported where allowed";
const browser: RuleName = "client components import no server code";
const contract: RuleName = "tests check every response against the OpenAPI document";
const statement = "export const listOrders = 1;";
const inTest = "server/domain/orders/rules.test.ts";

export const importSamples: Sample[] = [
  inFile(
    table,
    "server/core/log.ts",
    'import { placeOrder } from "#domain/orders";',
    /^\S+:2: core may not/,
  ),
  inFile(
    table,
    "server/core/log.ts",
    'import type { Order } from "#domain/orders";',
    /core may not/,
  ),
  inFile(table, "server/core/log.ts", 'export * from "#domain/orders";', /core may not/),
  inFile(
    table,
    "server/core/log.ts",
    'const late = await import("#domain/orders");',
    /core may not/,
  ),
  inFile(
    table,
    "server/core/log.ts",
    'type Late = import("#domain/orders").Order;',
    /core may not/,
  ),
  inFile(
    table,
    "server/rest/orders.ts",
    'import { mcp } from "#modules/mcp/module";',
    /rest may not import #modules\/mcp\/module from modules/,
  ),
  inFile(
    table,
    "server/domain/orders/store.ts",
    'import { mcp } from "#modules";',
    /orders may not/,
  ),
  inFile(
    table,
    "app/orders/page.tsx",
    'import { mcp } from "#modules/mcp/module";',
    /pages may not import #modules\/mcp\/module from modules/,
  ),
  inFile(
    table,
    "app/orders/page.tsx",
    'import { placeOrderEndpoint } from "#rest/orders";',
    /pages may not/,
  ),
  inFile(
    table,
    "server/domain/events/resource.ts",
    'import { getOrder } from "#domain/orders";',
    /events may not/,
  ),
  inFile(
    table,
    "server/domain/orders/store.ts",
    'import { files } from "#gateways/files";',
    /orders may not/,
  ),
  inFile(
    table,
    "server/domain/accounts/store.ts",
    'import { mail } from "#gateways/mail";',
    /accounts may not/,
  ),
  inFile(
    table,
    "server/gateways/mail/smtp.ts",
    'import { files } from "#gateways/files";',
    /gateways may not/,
  ),
  inFile(
    table,
    "server/trpc/screen.ts",
    'import { endpoint } from "#rest/endpoint";',
    /trpc may not/,
  ),
  inFile(table, "server/rest/files.ts", 'import { files } from "#gateways/files";', /rest may not/),
  inFile(
    table,
    "server/jobs/late.ts",
    'import { endpoint } from "#rest/endpoint";',
    /jobs may not/,
  ),
  inFile(
    table,
    "app/v1/late/extra.ts",
    'import { getOrder } from "#domain/orders";',
    /app\/v1 may not/,
  ),
  inFile(
    table,
    "app/v1/orders/[id]/route.ts",
    'import { placeOrderEndpoint } from "#rest/orders";',
    /app\/v1 may not/,
  ),
  inFile(table, "app/late/page.tsx", 'import { placeOrder } from "#domain/orders";', /placeOrder/),
  inFile(
    table,
    "app/late/page.tsx",
    'import * as orders from "#domain/orders";',
    /pages may not import \*/,
  ),
  inFile(
    table,
    "server/start.ts",
    'import { getOrder } from "#domain/orders";',
    /programs may not/,
  ),
  inFile(
    table,
    "app/orders/form.tsx",
    '"use client";\nimport { getOrder } from "#domain/orders";',
    /client components may not/,
  ),
  inFile(
    table,
    "app/orders/form.tsx",
    '"use client";\nimport { caller } from "#trpc/router";',
    /client components may not/,
  ),
  {
    breaks: table,
    files: [
      file("app/orders/form.tsx", '"use client";', 'import { labels } from "./labels";'),
      file("app/orders/labels.ts", 'import { database } from "#core/db";'),
    ],
    violation: /labels\.ts:2: client components may not/,
  },
  inFile(
    entrances,
    ordersFile,
    `import { x } from "#domain/orders";\n${statement}`,
    /is this room/,
  ),
  {
    breaks: entrances,
    files: [
      file("server/domain/checkout/payments/rules.ts", "export const limit = 1;"),
      file(
        "server/domain/checkout/payments/store.ts",
        'import { limit } from "#checkout/payments/rules";',
      ),
    ],
    violation: /is this room/,
  },
  {
    breaks: entrances,
    files: [
      file("server/domain/checkout/payments/rules.ts", "export const limit = 1;"),
      file("server/jobs/late.ts", 'import { limit } from "#checkout/payments/rules";'),
    ],
    violation: /goes past index/,
  },
  inFile(entrances, "server/lifecycle.ts", 'import { x } from "./core/db";', /without an alias/),
  inFile(entrances, inTest, 'import { x } from "#domain/events/emit-events";', /refers to no file/),
  inFile(
    entrances,
    "server/jobs/late.ts",
    'import { x } from "#domain/absent";',
    /refers to no file/,
  ),
  inFile(
    entrances,
    "server/gateways/payments/index.ts",
    'import { cards } from "./late/cards";',
    /goes past index/,
  ),
  inFile(
    table,
    "server/gateways/payments/late/index.ts",
    'import { cents } from "#gateways/mail";',
    /gateways may not/,
  ),
  inFile(
    entrances,
    "server/rest/late.test.ts",
    'import { x } from "./../domain/orders/rules";',
    /without an alias/,
  ),
  inFile(wayUp, ordersFile, `import { x } from "../events/emit-events";\n${statement}`, /goes up/),
  inFile(wayUp, ordersFile, `export { x } from "./../events/index";\n${statement}`, /goes up/),
  inFile(wayUp, ordersFile, `const x = await import(name);\n${statement}`, /must name its file/),
  {
    breaks: circles,
    files: [
      file("server/domain/orders/rules.ts", 'import { store } from "./store";'),
      file("server/domain/orders/store.ts", 'import { rules } from "./rules";'),
    ],
    violation: /^server\/domain\/orders\/rules\.ts:1: .*store\.ts, .*rules\.ts$/,
  },
  {
    breaks: circles,
    files: [
      file("server/domain/orders/rules.ts", 'import type { Row } from "./tables";'),
      file("server/domain/orders/tables.ts", 'import type { State } from "./rules";'),
    ],
    violation: /rules\.ts:1: .*tables\.ts, /,
  },
  {
    breaks: circles,
    files: [
      file("app/orders/list.tsx", 'const menu = () => import("./menu");'),
      file("app/orders/menu.tsx", 'export { row } from "./row";'),
      file("app/orders/row.tsx", 'import { list } from "./list";'),
    ],
    violation: /list\.tsx:1: .*menu\.tsx, .*row\.tsx, .*list\.tsx$/,
  },
  inFile(circles, "server/core/log.ts", 'import { log } from "#core/log";', /log\.ts:1: .*log/),
  inFile(prisma, ordersFile, `import { PrismaClient } from "#prisma";\n${statement}`, /values/),
  inFile(prisma, "server/rest/late.ts", 'import type { Order } from "#prisma";', /only the domain/),
  inFile(prisma, "app/late/page.tsx", 'import type { Order } from "#prisma";', /only the domain/),
  inFile(restricted, ordersFile, `import pg from "pg";\n${statement}`, /import pg/),
  inFile(
    restricted,
    "server/core/log.ts",
    'import { PrismaPg } from "@prisma/adapter-pg";',
    /core\/db/,
  ),
  inFile(
    restricted,
    "server/rest/late.ts",
    'import { NextRequest } from "next/server";',
    /web-standard/,
  ),
  inFile(
    browser,
    "app/orders/form.tsx",
    '"use client";\nimport fs from "node:fs";',
    /does not exist/,
  ),
  ...["serve", "route", "listener"].map((name) =>
    inFile(
      contract,
      "server/rest/late.test.ts",
      `import { ${name} } from "#rest/${name}";`,
      /checks no response/,
    ),
  ),
  inFile(contract, inTest, 'const { serve } = await import("#rest/serve");', /checks no response/),
  inFile(
    contract,
    "e2e/late.spec.ts",
    'import { expect, test } from "playwright/test";',
    /requests are not checked/,
  ),
];
