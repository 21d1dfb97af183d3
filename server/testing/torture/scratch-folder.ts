// What each endurance test of torture needs around it: a folder for outputs, quiet, and an end.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { log } from "#core/log";
import { killPrograms } from "#testing/torture/processes";

/** Makes a folder for programs' outputs. After the file's tests no program is left, nor the folder. */
export function tortureFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "ct-torture-"));
  const level = log.level;
  // The errors that torture provokes belong to it, and are many.
  log.level = "silent";
  afterAll(() => {
    killPrograms();
    log.level = level;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
