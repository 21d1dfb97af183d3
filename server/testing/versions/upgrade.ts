// Runs a recorded version under load while a migration it doesn't know is applied.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "#core/db-client";
import { freePort } from "#setup/free-port";
import { migrationsFolder } from "#setup/migrations";
import { startWorkerProcess } from "#testing/torture/killing";
import type { Program } from "#testing/torture/processes";
import { startVersion } from "#testing/torture/servers";

const CLIENTS = 4;
export const PLANTED = "29990101000000_planted";

/** Copies the migrations and adds one more. Returns the folder. */
export function plantMigration(folder: string, declaration: string): string {
  const copy = path.join(folder, `migrations-${randomUUID()}`);
  fs.cpSync(migrationsFolder(), copy, { recursive: true });
  fs.mkdirSync(path.join(copy, PLANTED));
  const sql = `${declaration}\nCREATE TABLE planted AS SELECT pg_current_xact_id()::text::int8 AS xid;\n`;
  fs.writeFileSync(path.join(copy, PLANTED, "migration.sql"), sql);
  return copy;
}

/** Tables with rows written after the planted migration. */
export function tablesWrittenSince(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    const written: string[] = [];
    for (const { name } of tables) {
      const { rowCount } = await client.query(
        `SELECT FROM ${name} WHERE xmin::text::int8 > (SELECT xid FROM planted) LIMIT 1`,
      );
      if (rowCount) written.push(name);
    }
    return written;
  });
}

export interface OldProduct {
  origin: string;
  server: Program;
  worker: Program;
}

/** Starts a server and a worker of the version. @throws if they refuse to start */
export async function startOldProduct(version: string, folder: string): Promise<OldProduct> {
  const port = await freePort();
  const output = path.join(folder, `old-server-${port}.log`);
  const env = { PORT: String(port), CT_RATE_LIMIT: "off", CT_LOG_LEVEL: "warn" };
  const server = await startVersion(version, { env, output });
  // Migrations find running programs by this application name.
  const worker = await startWorkerProcess("carbon-till", { folder, version });
  return { origin: `http://127.0.0.1:${port}`, server, worker: worker.program };
}

export async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/readyz`).catch(() => null);
  return response?.status === 200;
}

export interface Load {
  acknowledged: string[];
  stop(): Promise<void>;
}

/** Places orders as fast as the server responds, until it is stopped or down. */
export function startLoad(origin: string, key: string, portfolioId: string): Load {
  const acknowledged: string[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const response = await fetch(`${origin}/v1/orders`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ amount_kg: 1, portfolio_id: portfolioId }),
      }).catch(() => null);
      if (response?.status === 201)
        acknowledged.push(((await response.json()) as { id: string }).id);
      else await sleep(50);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}
