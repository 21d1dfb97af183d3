import { Command } from "commander";
import { addModuleCommands } from "#modules/commands";
import { addAccountCommands } from "./account";
import { addBackupCommands } from "./backup";
import { addBillingCommands } from "./billing-terms";
import { addCatalogueCommands } from "./catalogue";
import {
  addCheckCommand,
  addDoctorCommand,
  addMatchCommand,
  addTotalsCommands,
} from "./diagnostics";
import { addJobsCommands } from "./jobs";
import { addKeyCommands } from "./key";
import { addLotsCommands } from "./lots";
import { addMigrateCommand } from "./migrate";
import { addMoveCommand } from "./move";
import { addPersonCommands } from "./person";
import { addRegistryCommands } from "./registry";
import { addSecretsCommands } from "./secrets";
import { addSigningKeyCommands, addWebhookSecretCommands } from "./signing";
import { addTaxCommands } from "./tax";

/** Adds all commands to `program`, which they inherit settings from. */
export function makeTill(program = new Command("till")): Command {
  program.description("Manage a Carbon Till installation.");
  addMigrateCommand(program);
  addCatalogueCommands(program);
  addLotsCommands(program);
  addRegistryCommands(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addSigningKeyCommands(program);
  addWebhookSecretCommands(program);
  addSecretsCommands(program);
  addPersonCommands(program);
  addModuleCommands(program, { billing: addBillingCommands(program) });
  addTaxCommands(program);
  addJobsCommands(program);
  addMatchCommand(program);
  addCheckCommand(program);
  addDoctorCommand(program);
  addTotalsCommands(program);
  addBackupCommands(program);
  addMoveCommand(program);
  return program;
}
