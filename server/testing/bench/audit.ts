// `carbon-till audit` of a million orders from a folder, as an auditor runs it.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { encodeEntry } from "#sdk/log";
import { formatNumber, type Section } from "#testing/bench/report";
import { generateEntries, keyOf, writeLog } from "#testing/public-log/generated-log";

const ORDERS = 1_000_000;
const LOTS_PER_ORDER = 3;

function* bytesOfEntries() {
  for (const entry of generateEntries(ORDERS, LOTS_PER_ORDER)) yield encodeEntry(entry);
}

function writeFolder(folder: string): void {
  writeLog(bytesOfEntries(), keyOf("bench"), (file, content) => {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  });
}

export function benchAudit(): Section[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "ct-audit-"));
  try {
    const [log, sdk] = [path.join(root, "log"), path.join(root, "sdk")];
    writeFolder(log);
    execFileSync(process.execPath, ["sdk/node/build.mjs", sdk], { stdio: "inherit" });
    const startedAt = performance.now();
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.join(sdk, "cli.js"), "audit", log, "--json"],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    );
    const seconds = (performance.now() - startedAt) / 1000;
    if (status !== 0) throw new Error(`the audit exited with ${status}: ${stdout}`);
    const { size } = JSON.parse(stdout) as { size: number };
    return [
      {
        title: `Audit of ${formatNumber(ORDERS)} orders with ${LOTS_PER_ORDER} allocations each`,
        lines: [
          { label: "entries", figure: formatNumber(size) },
          { label: "time", figure: `${formatNumber(seconds)} s` },
        ],
      },
    ];
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}
