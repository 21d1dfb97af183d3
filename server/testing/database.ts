// Databases for tests: a migrated template on one server, and clones that are dropped afterwards.
import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { withClient } from "#core/db-client";
import type { Log } from "#core/log";
import { migrate, migrationsFolder, readMigrations } from "#setup/migrations";
import { isAlive } from "#testing/is-alive";

const TEMPLATE = "ct_template_";
const CLONE = "ct_test_";
/** Only one test run at a time creates the template. */
const TEMPLATE_LOCK = 7_266_501;

export interface TestDatabase {
  /** Of PostgreSQL itself. */
  url: string;
  /** Through the pooler of the test run, if it has one; else the same. */
  pooledUrl: string;
  drop(): Promise<void>;
}

/** Returns the URL with another database name. */
function withName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Drops databases of killed runs and former schemas; a database in use stays without an error. */
async function dropLeftovers(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE datname LIKE 'ct\\_%'",
  );
  for (const { name } of rows) {
    const owner = new RegExp(`^${CLONE}(\\d+)_`).exec(name)?.[1];
    const isOld = name.startsWith(TEMPLATE) && name !== template;
    if (!isOld && (owner === undefined || isAlive(Number(owner)))) continue;
    await client.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => {});
  }
}

/** Creates an up-to-date template on the server if there is none. Returns its name. */
export async function prepareTemplate(server: string, log: Log): Promise<string> {
  const checksums = readMigrations(migrationsFolder()).map((migration) => migration.checksum);
  const hash = createHash("sha256").update(checksums.join()).digest("hex").slice(0, 16);
  const template = `${TEMPLATE}${hash}`;
  await withClient(server, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    await dropLeftovers(client, template);
    const { rows } = await client.query<{ ready: boolean }>(
      "SELECT datistemplate AS ready FROM pg_database WHERE datname = $1",
      [template],
    );
    if (rows[0]?.ready) return;
    await client.query(`DROP DATABASE IF EXISTS ${template}`);
    await client.query(`CREATE DATABASE ${template} TEMPLATE template0`);
    await migrate(withName(server, template), log);
    // Marks the template as complete, and protects it from being dropped by accident.
    await client.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
  });
  return template;
}

function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through Vitest's configuration.`);
  return value;
}

async function create(template: string): Promise<TestDatabase> {
  const server = requireEnv("CT_TEST_SERVER");
  const name = `${CLONE}${requireEnv("CT_TEST_RUN")}_${randomBytes(6).toString("hex")}`;
  await withClient(server, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`),
  );
  const pooler = process.env["CT_TEST_POOLER"];
  return {
    url: withName(server, name),
    pooledUrl: withName(pooler ?? server, name),
    async drop() {
      await withClient(server, async (client) => {
        const drop = `DROP DATABASE IF EXISTS ${name}`;
        const force = () => client.query(`${drop} WITH (FORCE)`);
        // Waits for connections that are closing before it forces the drop; a pooler keeps them.
        await (pooler ? force() : client.query(drop).catch(force));
      });
    },
  };
}

/** Drops all databases that this run has left. */
export async function dropDatabases(): Promise<void> {
  await withClient(requireEnv("CT_TEST_SERVER"), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
      [`${CLONE}${requireEnv("CT_TEST_RUN")}_`],
    );
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

/** Creates a migrated database without rows. */
export function freshDatabase(): Promise<TestDatabase> {
  return create(requireEnv("CT_TEST_TEMPLATE"));
}

/** Creates a database without tables. */
export function emptyDatabase(): Promise<TestDatabase> {
  return create("template0");
}
