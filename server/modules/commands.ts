// Commands of modules for `till`.
import type { Command } from "commander";
import { isUsed } from "#modules";
import { addPrivacyCommands } from "#modules/privacy/commands";

export function addModuleCommands(program: Command): void {
  if (isUsed("privacy")) addPrivacyCommands(program);
}
