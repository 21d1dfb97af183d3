// Every command of the operator's program, `npm run till -- <command>`.
import { Command } from "commander";
import { addAccountCommands } from "./account";
import { addCatalogueCommands } from "./catalogue";
import { addCheckCommand } from "./check";
import { addDoctorCommand } from "./doctor";
import { addKeyCommands } from "./key";
import { addLotsCommands } from "./lots";
import { addMatchCommand } from "./match";
import { addSigningKeyCommands } from "./signing-key";
import { addTotalsCommands } from "./totals";
import { addWebhookSecretCommands } from "./webhook-secret";

/** The program, whose commands take over what is set on `program` before. */
export function makeTill(program = new Command("till")): Command {
  program.description("Runs an installation of Carbon Till.");
  addCatalogueCommands(program);
  addLotsCommands(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addSigningKeyCommands(program);
  addWebhookSecretCommands(program);
  addMatchCommand(program);
  addCheckCommand(program);
  addDoctorCommand(program);
  addTotalsCommands(program);
  return program;
}
