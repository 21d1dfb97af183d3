// A small repository without violations, into which samples are planted.
import type { Source } from "./house";

export const opening = "// This file is a sample.\n";

export function file(path: string, ...lines: string[]): Source {
  return { path, text: `${opening}${lines.join("\n")}\n` };
}

const aliases = {
  "#prisma": "./prisma/client/client.ts",
  "#seed": "./prisma/seed.ts",
  "#core/*": "./server/core/*.ts",
  "#domain/*": "./server/domain/*/index.ts",
  "#checkout/*": "./server/domain/checkout/*.ts",
  "#gateways/*": "./server/gateways/*/index.ts",
  "#payments/*": "./server/gateways/payments/*.ts",
  "#modules": "./server/modules/index.ts",
  "#modules/*": "./server/modules/*.ts",
  "#rest/*": "./server/rest/*.ts",
  "#trpc/*": "./server/trpc/*.ts",
  "#jobs/*": "./server/jobs/*.ts",
  "#testing/*": "./server/testing/*.ts",
  "#ui/*": "./app/_ui/*.tsx",
};

export const goodHouse: Source[] = [
  { path: "package.json", text: JSON.stringify({ imports: aliases }) },
  {
    path: "prisma/schema/orders.prisma",
    text: 'model Order {\n  id String\n\n  @@map("orders")\n}\n',
  },
  {
    path: "prisma/migrations/20260101000000_first/migration.sql",
    text: "CREATE TABLE orders (id int, kg int); CREATE TABLE accounts (id int); LOCK TABLE orders;",
  },
  {
    path: "prisma/migrations/20260102000000_expand/migration.sql",
    text: `-- Runs beside: 20260101000000_first
      CREATE TABLE notes (id int CHECK (id > 0));
      CREATE INDEX ON notes (id);
      INSERT INTO notes SELECT id FROM accounts;
      CREATE INDEX ON accounts (id);
      ALTER TABLE orders ADD COLUMN tonnes int, ADD COLUMN made_at timestamptz NOT NULL DEFAULT now(),
        ADD CONSTRAINT orders_tonnes CHECK (tonnes IS NOT NULL) NOT VALID;`,
  },
  {
    path: "prisma/migrations/20260103000000_fill/migration.sql",
    text: `-- Runs beside: 20260101000000_first
-- Outside a transaction
      UPDATE orders SET tonnes = kg WHERE id IN (SELECT id FROM orders WHERE tonnes IS NULL LIMIT 9);
      ALTER TABLE orders VALIDATE CONSTRAINT orders_tonnes;
      CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS orders_tonnes_key ON orders (tonnes);`,
  },
  {
    path: "prisma/migrations/20260104000000_contract/migration.sql",
    text: `-- Runs beside: 20260103000000_fill
-- Unused since: 20260102000000_expand
      ALTER TABLE orders ALTER tonnes SET NOT NULL, DROP COLUMN kg,
        ADD CONSTRAINT orders_tonnes_key UNIQUE USING INDEX orders_tonnes_key;`,
  },
  file("server/core/db.ts", 'import pg from "pg";', 'import { PrismaClient } from "#prisma";'),
  file("server/core/context.ts", "export interface Context {}"),
  file("server/core/money.ts", "export const cents = (value: number) => value;"),
  file("server/domain/events/index.ts", 'export { emitEvents } from "./emit-events";'),
  file(
    "server/domain/events/emit-events.ts",
    'import type { Context } from "#core/context";',
    "export function emitEvents(ctx: Context, input: string) { return [ctx, input]; }",
  ),
  file(
    "server/domain/orders/index.ts",
    'export { getOrder } from "./get-order";',
    'export { placeOrder } from "./place-order";',
    'export type { Order } from "./rules";',
  ),
  file("server/domain/orders/rules.ts", 'import type { Project } from "#prisma";'),
  file(
    "server/domain/orders/read-orders.ts",
    'import type { Context } from "#core/context";',
    "export async function getOrder(ctx: Context, input: { id: string }) { return [ctx, input]; }",
  ),
  file(
    "server/domain/orders/place-order.ts",
    'import type { Context } from "#core/context";',
    'import { emitEvents } from "#domain/events";',
    'import type { Order } from "./rules";',
    "export async function placeOrder(ctx: Context, input: Order) { return emitEvents(ctx, input); }",
  ),
  file("server/gateways/files/index.ts", 'import { minor } from "#core/money";'),
  file("server/gateways/payments/provider.ts", "export interface Provider {}"),
  file("server/gateways/payments/index.ts", 'export { late } from "./late";'),
  file(
    "server/gateways/payments/late/index.ts",
    'import type { Provider } from "#payments/provider";',
    "export const late: Provider = {};",
  ),
  file("server/gateways/payments/late/cards.ts", "export const cards = 1;"),
  file("server/gateways/mail/index.ts", 'import { minor } from "#core/money";'),
  file(
    "server/rest/orders.ts",
    'import { placeOrder } from "#domain/orders";',
    'import { endpoint } from "./endpoint";',
    'export const placeOrderEndpoint = endpoint({ method: "POST", path: "/orders/{id}" });',
  ),
  file("server/rest/endpoint.ts", "export const endpoint = (value: object) => value;"),
  file(
    "server/rest/openapi.ts",
    'import { endpoint } from "./endpoint";',
    'export const openapiEndpoint = endpoint({ method: "GET", path: "/openapi.json" });',
  ),
  file(
    "server/rest/registry.ts",
    'import { placeOrderEndpoint } from "./orders";',
    "export const endpoints = [placeOrderEndpoint];",
  ),
  file("server/trpc/router.ts", 'import { placeOrder } from "#domain/orders";'),
  file("server/jobs/worker.ts", 'import { minor } from "#core/money";'),
  file("server/start.ts", 'import { work } from "#jobs/worker";'),
  file("server/modules/module.ts", "export interface Module {}"),
  file("server/modules/index.ts", 'export { mcp } from "#modules/mcp/module";'),
  file(
    "server/modules/mcp/module.ts",
    'import type { Module } from "#modules/module";',
    "export const mcp: Module = {};",
  ),
  file("app/v1/[[...path]]/route.ts", 'export { serve as GET } from "#rest/serve";'),
  file("server/rest/handle.ts", "export const handle = (value: object) => value;"),
  file("server/rest/serve.ts", "export const serve = (value: object) => value;"),
  file("server/rest/listener.ts", "export const listener = (value: object) => value;"),
  file("server/testing/api.ts", 'import { serve } from "#rest/serve";'),
  file("server/rest/orders.test.ts", 'import { call } from "#testing/api";'),
  file("e2e/orders.spec.ts", 'import { expect, type Page } from "playwright/test";'),
  file(
    "app/orders/page.tsx",
    'import { getOrder } from "#domain/orders";',
    'import { openapiEndpoint } from "#rest/openapi";',
    'import { Button } from "#ui/button";',
    'import { Form } from "./form";',
  ),
  file("app/orders/form.tsx", '"use client";', 'import { minor } from "#core/money";'),
  file("app/_ui/button.tsx", "export const Button = () => <button>…</button>;"),
];
