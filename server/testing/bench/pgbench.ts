// Runs the product's recorded statements with pgbench: the limit that PostgreSQL alone sets on this
// machine.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { withClient } from "#core/db-client";
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

function concatenated(text: string): string {
  const parts = text
    .split(/(\{id\}|\{key\})/)
    .filter((part) => part !== "")
    .map((part) => (part === "{id}" ? FRESH_ID : part === "{key}" ? FRESH_KEY : quoted(part)));
  return parts.length === 0 ? "''" : `(${parts.join(" || ")})`;
}

/** SQL expression that replaces a parameter of this type. */
function expressionOf(slot: Slot | undefined, type: string): string {
  switch (slot?.kind) {
    case "now":
      return `now()::${type}`;
    case "bytes":
      return `${quoted(`\\x${slot.hex}`)}::${type}`;
    case "json":
      return type.endsWith("[]")
        ? `ARRAY(SELECT jsonb_array_elements_text(${concatenated(slot.text)}::jsonb))::${type}`
        : `${concatenated(slot.text)}::${type}`;
    case "text":
      return `${concatenated(slot.text)}::${type}`;
    default: {
      const value = slot?.value ?? null;
      return value === null ? `NULL::${type}` : `${quoted(String(value))}::${type}`;
    }
  }
}

/** Types of each statement's parameters, as PostgreSQL infers them. */
function findTypes(url: string, steps: Step[]): Promise<string[][]> {
  return withClient(url, async (client) => {
    const types: string[][] = [];
    for (const [index, { text, slots }] of steps.entries()) {
      if (slots.length === 0) {
        types.push([]);
        continue;
      }
      await client.query(`PREPARE step_${index} AS ${text}`);
      const { rows } = await client.query<{ types: string[] }>(
        "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = $1",
        [`step_${index}`],
      );
      types.push(rows[0]?.types ?? []);
    }
    return types;
  });
}

function commandOf({ text, slots }: Step, types: string[]): string {
  const flat = text.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
  const filled = flat.replaceAll(/\$(\d+)/g, (_, n: string) =>
    expressionOf(slots[Number(n) - 1], types[Number(n) - 1] ?? "text"),
  );
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
  const types = await findTypes(options.url, steps);
  const commands = steps.map((step, index) => commandOf(step, types[index] ?? []));
  fs.writeFileSync(file, `${["\\set n :n + 1", ...commands].join("\n")}\n`);
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
