// Planted statements, written or built, and Prisma calls that reach into the table of another room.
import type { RuleName } from "./rules";
import { holding, type Sample } from "./sample";

const owners: RuleName = "a room touches another's table only where the house says so";
const foreign = "server/gateways/mail/outbox.ts";

const reads = [
  "const sql = `SELECT 1 FROM orders WHERE id = $1`;",
  'const sql = "SELECT 1 FROM mails m, orders o";',
  "const sql = `SELECT ${columns} FROM mails JOIN orders o ON true`;",
  "const sql = `DELETE FROM mails USING orders`;",
  "const found = await ctx.db.prisma.order.findMany();",
  'const found = db.selectFrom("orders as o").select("o.id");',
  'const found = db.selectFrom(["mails", "orders"]).select("id");',
  'const found = db.selectFrom("mails").innerJoin("orders", "orders.id", "mails.orderId");',
  "const found = await order.findFirst({ where: { id } });",
];
const writes = [
  "const sql = `INSERT INTO orders (id) VALUES ($1)`;",
  "const sql = `WITH gone AS (DELETE FROM ONLY orders RETURNING id) SELECT 1`;",
  'const sql = db.updateTable("orders").set({ state });',
  "const sql = `UPDATE orders SET state = 'placed'`;",
  "const done = await ctx.db.prisma.order.update({ where: { id } });",
];

export const tableSamples: Sample[] = [
  ...reads.map((line) => holding(owners, foreign, line, /:2: gateways reads orders, which orders/)),
  ...writes.map((line) =>
    holding(owners, foreign, line, /:2: gateways writes orders, which orders owns/),
  ),
];
