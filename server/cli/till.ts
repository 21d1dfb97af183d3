// The operator's program: `npm run till -- <command>`. `--help` tells of every command.
import "./quiet";
import { Command } from "commander";
import { addAccountCommands } from "./account";
import { addCatalogueCommands } from "./catalogue";
import { addCheckCommand } from "./check";
import { addKeyCommands } from "./key";
import { addLotsCommands } from "./lots";
import { addMatchCommand } from "./match";
import { addSigningKeyCommands } from "./signing-key";
import { addWebhookSecretCommands } from "./webhook-secret";

const program = new Command("till").description("Runs an installation of Carbon Till.");
addCatalogueCommands(program);
addLotsCommands(program);
addAccountCommands(program);
addKeyCommands(program);
addSigningKeyCommands(program);
addWebhookSecretCommands(program);
addMatchCommand(program);
addCheckCommand(program);
await program.parseAsync();
