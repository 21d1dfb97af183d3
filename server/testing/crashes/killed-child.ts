// Runs a flow as a process of its own, to be killed: its facts come in the environment, and what it
// is answered goes to standard output, line by line.
import fs from "node:fs";
import { Client } from "#testing/crashes/client";
import { flows } from "#testing/crashes/flows";

/** What it is started with. */
export interface ChildEnv extends Record<string, string> {
  CRASH_FLOW: string;
  /** The facts, and what was acknowledged so far, as JSON. */
  CRASH_FACTS: string;
}

const own = flows.find(({ name }) => name === process.env["CRASH_FLOW"]);
if (!own) throw new Error("there is no such flow");
const databaseUrl = process.env["DATABASE_URL"] ?? "";
const given = JSON.parse(process.env["CRASH_FACTS"] ?? "{}") as object;
const facts = "databaseUrl" in given ? { ...given, databaseUrl } : given;
const client = new Client();
const acknowledge = client.acknowledge.bind(client);
client.acknowledge = (action, answer) => {
  fs.writeSync(1, `${JSON.stringify({ action, answer })}\n`);
  return acknowledge(action, answer);
};
fs.writeSync(1, "The flow runs.\n");
await own.run(facts, client, { databaseUrl });
process.exit(0);
