import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** For containers, and without requests to anyone but the pages under test. */
export const BROWSER_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

function onPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  // Ubuntu's `chromium-browser` may be a stub that only prints where to get the real one.
  const works = (file: string) => spawnSync(file, ["--version"]).status === 0;
  return [...files, MAC].find((file) => fs.existsSync(file) && works(file));
}

function run(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: "utf8" });
  if (status !== 0) process.stderr.write(`${command} ${args.join(" ")}:\n${stdout}${stderr}\n`);
  return status === 0;
}

function installPackage(): boolean {
  const install = ["install", "-y", "-qq", "--no-install-recommends"];
  return (
    process.getuid?.() === 0 &&
    fs.existsSync("/usr/bin/apt-get") &&
    run("apt-get", ["update", "-qq"]) &&
    run("apt-get", [...install, "chromium", "fonts-dejavu-core"])
  );
}

/** Path of a Chromium; undefined if Playwright installed its own. */
export function ensureBrowser(): string | undefined {
  const installed = process.env["CT_CHROMIUM"] || onPath();
  if (installed) return installed;
  process.stdout.write("Installing Chromium for the tests (once) ...\n");
  if (installPackage()) return onPath();
  run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  return undefined;
}
