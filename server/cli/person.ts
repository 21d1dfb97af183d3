import type { Command } from "commander";
import type { Context } from "#core/context";
import { resetSecondFactor } from "#domain/people";
import { type JsonOption, jsonOption, type Output, runInTransaction } from "./command";

interface ResetOptions extends JsonOption {
  person: string;
}

async function reset(ctx: Context, options: ResetOptions): Promise<Output> {
  const { id, email } = await resetSecondFactor(ctx, options);
  return {
    lines: [
      `Removed the authenticator app, passkeys and recovery codes of ${email} (${id}), and ended the sessions.`,
      "A mail tells them. The password stays.",
    ],
    document: { person: id, email },
  };
}

/** Adds `person reset-second-factor`. */
export function addPersonCommands(program: Command): void {
  const group = program.command("person").description("help people with their login");
  group
    .command("reset-second-factor")
    .description("remove a lost authenticator app, passkeys and recovery codes; the password stays")
    .requiredOption("--person <id or email>", "someone with a login")
    .addOption(jsonOption())
    .action((options: ResetOptions) => runInTransaction(options, (ctx) => reset(ctx, options)));
}
