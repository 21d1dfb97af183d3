import fs from "node:fs";
import { expect, it } from "vitest";
import { migrationsFolder, readMigrations } from "#setup/migrations";
import { readRecordedVersions, unpackVersion } from "#testing/versions/recorded";

const recorded = readRecordedVersions();
const present = readMigrations(migrationsFolder()).map((it) => [it.name, it.checksum]);

it("no migration of a recorded version was changed since, removed, or put before another", () => {
  expect(recorded).not.toEqual([]);
  for (const { version, migrations } of recorded) {
    const own = Object.entries(migrations);
    expect(present.slice(0, own.length), version).toEqual(own);
  }
});

it("each recorded version is a program that can be unpacked", () => {
  for (const version of recorded) {
    expect(fs.statSync(unpackVersion(version)).size).toBeGreaterThan(1_000_000);
  }
});
