#!/usr/bin/env node
import { LISTEN_USAGE, runListen } from "./listen-command.js";
import { AUDIT_USAGE, runAudit, runVerify, VERIFY_USAGE } from "./log-commands.js";
import { fail, print } from "./terminal.js";

const commands = new Map([
  ["listen", { run: runListen, usage: LISTEN_USAGE }],
  ["audit", { run: runAudit, usage: AUDIT_USAGE }],
  ["verify", { run: runVerify, usage: VERIFY_USAGE }],
]);

const [name = "", ...args] = process.argv.slice(2);
const command = commands.get(name);
const usage = command?.usage ?? [...commands.values()].map((it) => it.usage).join("\n");
const isHelp = process.argv.includes("--help");
if (command && !isHelp) await command.run(args);
else if (isHelp) print(`Usage: ${usage}`);
else fail(`Usage: ${usage}`);
