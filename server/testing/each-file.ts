// Gives each test file its own database, in DATABASE_URL before any module can read it.
import { afterAll } from "vitest";
import { freshDatabase } from "#testing/database";

const database = await freshDatabase();
process.env["DATABASE_URL"] = database.url;

afterAll(async () => {
  // Importing the module only to close it would cost files without database access 250 ms.
  if ("carbonTillDatabase" in globalThis) {
    const { closeDatabase } = await import("#core/db");
    await closeDatabase();
  }
  await database.drop();
});
