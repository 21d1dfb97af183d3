import type { RuleName } from "./rules";
import { inFile, type Sample } from "./sample";

const owners: RuleName = "a room uses another room's tables only with permission";
const foreign = "server/gateways/mail/outbox.ts";

const reads = [
  "const sql = `SELECT 1 FROM orders WHERE id = $1`;",
  'const sql = "SELECT 1 FROM mails m, orders o";',
  "const sql = `SELECT ${columns} FROM mails JOIN orders o ON true`;",
  "const sql = `DELETE FROM mails USING orders`;",
  "const rows = await ctx.db.prisma.order.findMany();",
  'const rows = db.selectFrom("orders as o").select("o.id");',
  'const rows = db.selectFrom(["mails", "orders"]).select("id");',
  'const rows = db.selectFrom("mails").innerJoin("orders", "orders.id", "mails.orderId");',
  "const rows = await order.findFirst({ where: { id } });",
];
const writes = [
  "const sql = `INSERT INTO orders (id) VALUES ($1)`;",
  "const sql = `WITH gone AS (DELETE FROM ONLY orders RETURNING id) SELECT 1`;",
  'const sql = db.updateTable("orders").set({ state });',
  "const sql = `UPDATE orders SET state = 'placed'`;",
  "const done = await ctx.db.prisma.order.update({ where: { id } });",
];

export const tableSamples: Sample[] = [
  ...reads.map((line) => inFile(owners, foreign, line, /:2: gateways reads orders, which orders/)),
  ...writes.map((line) =>
    inFile(owners, foreign, line, /:2: gateways writes orders, which orders owns/),
  ),
];
