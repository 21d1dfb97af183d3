// Gives each test file its own database, in DATABASE_URL before any module can read it.
import { afterAll } from "vitest";
import { freshDatabase, type TestDatabase } from "#testing/database";

/** Set if the next file runs in this process. */
const isShared = process.env["CT_TEST_SHARED"] === "1";
const ahead = globalThis as { ctNextDatabase?: Promise<TestDatabase> | undefined };

const database = await (ahead.ctNextDatabase ?? freshDatabase());
process.env["DATABASE_URL"] = database.pooledUrl;
if (database.pooledUrl !== database.url) process.env["DATABASE_DIRECT_URL"] = database.url;
if (isShared) {
  // Created and dropped while tests run, which wait for little else.
  ahead.ctNextDatabase = freshDatabase();
  ahead.ctNextDatabase.catch(() => {});
}
// Reads the settings, and so comes after them.
await import("#testing/log-of-tests");

afterAll(async () => {
  // Importing the module only to close it would cost files without database access 250 ms.
  if ("carbonTillDatabase" in globalThis) {
    const { closeDatabase } = await import("#core/db");
    await closeDatabase();
  }
  const dropping = database.drop();
  // Those left at the end are dropped by global-setup.ts.
  if (isShared) dropping.catch(() => {});
  else await dropping;
});
