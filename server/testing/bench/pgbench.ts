// Runs the product's recorded statements with pgbench: the limit that PostgreSQL alone sets on this
// machine.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Slot, Step } from "#testing/bench/record";

const run = promisify(execFile);
const CLIENTS = 10;

export async function hasPgbench(): Promise<boolean> {
  return run("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );
}

// A counter per client makes unique ids and keys, which sort by time like real ones.
const FRESH_KEY =
  "('pgbench-' || :run || '-' || lpad(:n::text, 9, '0') || lpad(:client_id::text, 3, '0'))";
const FRESH_ID = `('ord_00' || :run || 'e008' || right(${FRESH_KEY}, 12))`;

/** A quoted constant; pgbench reads a colon as a variable, even in quotes. */
function quoted(text: string): string {
  const parts = text.split(":").map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join() : `(${parts.join(" || chr(58) || ")})`;
}

/** SQL expression that replaces `$n`. */
function expressionOf(slot: Slot): string {
  switch (slot.kind) {
    case "now":
      return "now()";
    case "bytes":
      return quoted(`\\x${slot.hex}`);
    case "json":
    case "text": {
      const parts = slot.text
        .split(/(\{id\}|\{key\})/)
        .filter((part) => part !== "")
        .map((part) => (part === "{id}" ? FRESH_ID : part === "{key}" ? FRESH_KEY : quoted(part)));
      const text = `(${parts.join(" || ")})`;
      return slot.kind === "json" ? `${text}::jsonb` : text;
    }
    default:
      return slot.value === null ? "NULL" : quoted(String(slot.value));
  }
}

function commandOf({ text, slots }: Step): string {
  const flat = text.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
  const filled = flat.replaceAll(/\$(\d+)/g, (_, n: string) => {
    const slot = slots[Number(n) - 1];
    return slot ? expressionOf(slot) : "NULL";
  });
  return `${filled};`;
}

/**
 * Returns scripts per second; a script has one request's statements, each in its own transaction.
 */
export async function runPgbench(
  steps: Step[],
  options: { url: string; folder: string; seconds: number },
): Promise<number> {
  const url = new URL(options.url);
  const file = path.join(options.folder, "request.sql");
  fs.writeFileSync(file, `${["\\set n :n + 1", ...steps.map(commandOf)].join("\n")}\n`);
  const { stdout } = await run(
    "pgbench",
    [
      ["-h", url.hostname, "-p", url.port, "-U", decodeURIComponent(url.username)],
      [
        "-n",
        "-D",
        "n=0",
        "-D",
        `run=${String(Date.now()).slice(-10, -2)}`,
        "-M",
        "prepared",
        "-c",
        String(CLIENTS),
        "-j",
        "1",
      ],
      ["-T", String(options.seconds), "-f", file, url.pathname.slice(1)],
    ].flat(),
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
  );
  const match = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!match) throw new Error(`pgbench printed no figure:\n${stdout}`);
  return Number(match);
}
