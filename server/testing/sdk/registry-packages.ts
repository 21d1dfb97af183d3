import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Installs a package in the data folder, once. Returns its folder of packages, or null offline. */
export function installed(name: string): string | null {
  const target = path.resolve(".data/packages", name.replaceAll("/", "+"));
  const modules = path.join(target, "node_modules");
  if (fs.existsSync(path.join(modules, ".package-lock.json"))) return modules;
  const args = ["install", "--prefix", target, "--no-save", "--ignore-scripts", "--silent"];
  if (spawnSync("npm", [...args, name]).status === 0) return modules;
  process.stdout.write(`${name}: cannot be installed, not run\n`);
  return null;
}
