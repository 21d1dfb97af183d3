import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { log } from "#core/log";
import { migrate, migrationsFolder } from "#setup/migrations";

/** Applies the migrations whose names sort before `name`. */
export async function migrateBefore(url: string, name: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-former-"));
  try {
    for (const former of fs.readdirSync(migrationsFolder()).filter((it) => it < name)) {
      fs.cpSync(path.join(migrationsFolder(), former), path.join(folder, former), {
        recursive: true,
      });
    }
    await migrate(url, log, folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
