// Where Prisma finds the schema. Migrations are applied by server/core/migrations.ts.
import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
});
