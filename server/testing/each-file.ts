// Before each test file: a database of its own, in DATABASE_URL before any module can read it.
import { afterAll } from "vitest";
import { freshDatabase } from "#testing/database";

const database = await freshDatabase();
process.env["DATABASE_URL"] = database.url;

afterAll(async () => {
  // Loading it only to close it would cost a file that needs no database a quarter of a second.
  if ("carbonTillDatabase" in globalThis) {
    const { closeDatabase } = await import("#core/db");
    await closeDatabase();
  }
  await database.drop();
});
