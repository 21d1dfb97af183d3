// Commands of modules for `till`.
import type { Command } from "commander";
import { isUsed } from "#modules";
import { addBillingCommands } from "#modules/billing/commands";
import { addPrivacyCommands } from "#modules/privacy/commands";

export function addModuleCommands(program: Command, groups: { billing: Command }): void {
  if (isUsed("billing")) addBillingCommands(groups.billing);
  if (isUsed("privacy")) addPrivacyCommands(program);
}
