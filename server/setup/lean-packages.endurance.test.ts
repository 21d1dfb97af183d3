import fs from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { sizeOf } from "#testing/deployment/image";
import { isUnread } from "./lean-packages.mjs";

const Installed = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
  ),
});

/** Of a checkout that builds and serves, with the embedded PostgreSQL, in this platform's packages. */
const MAX_PACKAGES_MB = 560;

test(`production installs at most ${MAX_PACKAGES_MB} MB of packages`, () => {
  const { packages } = Installed.parse(
    JSON.parse(fs.readFileSync("node_modules/.package-lock.json", "utf8")),
  );
  const needed = Object.entries(packages).filter(([, it]) => !it.dev && !it.devOptional);
  const tops = needed.filter(([name]) => name.lastIndexOf("node_modules/") === 0);
  const sum = tops.reduce((total, [name]) => total + sizeOf(name, (file) => !isUnread(file)), 0);
  expect(tops.length).toBeGreaterThan(100);
  expect(sum).toBeLessThan(MAX_PACKAGES_MB);
});
