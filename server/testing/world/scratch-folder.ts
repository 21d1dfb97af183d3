import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { log } from "#core/log";
import { killPrograms } from "#testing/world/programs";

/**
 * Creates a folder for programs' log files. After the file's tests, removes it and kills remaining
 * programs.
 */
export function tortureFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "ct-torture-"));
  const level = log.level;
  // Torture provokes many errors.
  log.level = "silent";
  afterAll(() => {
    killPrograms();
    log.level = level;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
