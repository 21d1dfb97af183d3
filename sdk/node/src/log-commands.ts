import fs from "node:fs";
import path from "node:path";
import { type AuditReport, auditLog } from "./log/audit.js";
import { verifyCertificate } from "./log/certificates.js";
import { Findings } from "./log/findings.js";
import { FormatError, formatVerifierKey, parseVerifierKey } from "./log/note.js";
import { openLog } from "./log/source.js";
import { fail, optionsOf, print } from "./terminal.js";

export const AUDIT_USAGE = `carbon-till audit URL|DIR

Audits a public log from its URL, such as https://till.example/log, or from an export. Needs no account.
Exits with 1 if something is wrong.

  --key KEY                  the log's verifier key, again for further keys; default: those it lists
  --remembered CHECKPOINT    file with a checkpoint of an earlier audit, which the log must extend
  --certificate FILE         saved certificate (JSON, PDF or proof) that the log must contain; again for more
  --against URL|DIR          another copy of the log, which must be the same
  --json                     prints the report as JSON
`;

export const VERIFY_USAGE = `carbon-till verify FILE…

Verifies the proofs in saved certificates (JSON, PDF or proof) without network.

  --key KEY   the log's verifier key; default: the one in the proof, to be compared with a published one
`;

const keyOptions = { key: { type: "string", multiple: true } } as const;

const read = (file: string) => ({ name: path.basename(file), content: fs.readFileSync(file) });
const kg = (amount: number) => `${amount.toLocaleString("en-US")} kg`;

/** A seller chose the text: it must not control the terminal. */
const quoted = (text: string | null) => JSON.stringify(text).replace(/\p{Cc}/gu, "?");

/** Explains files that are missing or unreadable, without a stack. */
async function explained(run: () => Promise<void> | void): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isKnown = error instanceof FormatError || (error instanceof Error && "code" in error);
    fail(isKnown ? error.message : String(error instanceof Error ? error.stack : error));
  }
}

function printReport(report: AuditReport): void {
  const { origin, size, root, key, subjects, findings, findingCount, certificates } = report;
  print(`${origin}: ${size} entries of ${subjects} orders, root ${root}`);
  if (key && report.isKeyExpected) print(`Signed by ${key}`);
  else if (key) print(`Signed by the key that the log lists itself; compare it: ${key}`);
  if (certificates > 0) print(`${certificates} certificates with valid proofs`);
  for (const { registry, project, ...sums } of report.totals) {
    const { allocated_kg, remedied_kg, retired_kg, cancelled_kg } = sums;
    print(
      `${registry} ${project}: ${kg(allocated_kg)} allocated, ${kg(remedied_kg)} as replacement, ` +
        `${kg(retired_kg)} retired, ${kg(cancelled_kg)} cancelled`,
    );
  }
  for (const { at, code, message } of findings) {
    print(
      `${at === null ? "" : typeof at === "number" ? `entry ${at}: ` : `${at}: `}${message} (${code})`,
    );
  }
  if (findingCount > findings.length) print(`and ${findingCount - findings.length} more`);
  print(findingCount === 0 ? "Nothing wrong." : `${findingCount} findings.`);
}

export async function runAudit(args: string[]): Promise<void> {
  const { values, positionals } = optionsOf(args, {
    ...keyOptions,
    remembered: { type: "string" },
    certificate: { type: "string", multiple: true },
    against: { type: "string" },
    json: { type: "boolean" },
  });
  const [place] = positionals;
  if (!place || positionals.length > 1) fail(`Usage: ${AUDIT_USAGE}`);
  const { key, remembered, certificate = [], against, json } = values;
  await explained(async () => {
    const report = await auditLog({
      ...{ log: openLog(place), certificates: certificate.map(read) },
      ...(key && { keys: key.map(parseVerifierKey) }),
      ...(remembered && { remembered: fs.readFileSync(remembered, "utf8") }),
      ...(against && { against: openLog(against) }),
    });
    if (json) print(JSON.stringify(report, null, 2));
    else printReport(report);
    if (report.findingCount > 0) process.exitCode = 1;
  });
}

export async function runVerify(args: string[]): Promise<void> {
  const { values, positionals } = optionsOf(args, keyOptions);
  if (positionals.length === 0) fail(`Usage: ${VERIFY_USAGE}`);
  await explained(() => {
    const keys = values.key?.map(parseVerifierKey);
    const findings = new Findings();
    for (const saved of positionals.map(read)) {
      for (const proven of verifyCertificate(saved, findings.report, keys)) {
        const { index, entry, openings, checkpoint, signedBy } = proven;
        const amount = entry.parts.reduce((sum, { from_kg, to_kg }) => sum + to_kg - from_kg, 0);
        print(`${saved.name}: entry ${index} of ${checkpoint.origin}, ${entry.type} ${kg(amount)}`);
        print(
          `  ${entry.day}, order ${quoted(openings.order)}, beneficiary ${quoted(openings.beneficiary)}`,
        );
        const whose = keys ? "Signed by" : "Signed by this key, which must be compared:";
        print(`  ${whose} ${formatVerifierKey(signedBy)}`);
      }
    }
    for (const { at, message } of findings.listed) print(`${at}: ${message}`);
    if (findings.count > 0) process.exitCode = 1;
  });
}
