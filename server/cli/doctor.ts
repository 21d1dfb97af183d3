// `till doctor`: whether everything that is configured can be used.
import type { Command } from "commander";
import { type ProbeResult, probeInstallation } from "#domain/diagnostics";
import { type JsonOption, run } from "./command";

const labels: Record<ProbeResult["state"], string> = {
  ok: "ok",
  problem: "PROBLEM",
  unused: "-",
};

function lineOf({ part, state, detail }: ProbeResult): string {
  return `${labels[state].padEnd(9)}${part.padEnd(10)}${detail}`;
}

function summaryOf(problems: number): string {
  if (problems === 0) return "Everything that is configured can be used.";
  return problems === 1 ? "1 problem found." : `${problems} problems found.`;
}

/** Adds `doctor`. */
export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "check that the database, clock, bucket, mail server, identity provider and payment keys can " +
        "be used as configured; exit 1 where one cannot",
    )
    .option("--json", "answer with one JSON document")
    .action((options: JsonOption) =>
      run(options, async (ctx) => {
        const checks = await probeInstallation(ctx);
        const problems = checks.filter(({ state }) => state === "problem").length;
        return {
          lines: [...checks.map(lineOf), "", summaryOf(problems)],
          document: { ok: problems === 0, checks },
          failed: problems > 0,
        };
      }),
    );
}
