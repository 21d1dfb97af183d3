// For Prisma's CLI. The server applies migrations itself: server/setup/migrations.ts.
import { defineConfig } from "prisma-cli/config";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
});
