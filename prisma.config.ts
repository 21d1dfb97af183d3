// Where Prisma finds the schema. Migrations are applied by server/setup/migrations.ts.
import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
});
