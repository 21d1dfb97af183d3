// Runs a flow in a child process that will be killed. Its facts come from the environment, and
// acknowledged responses go to standard output.
import fs from "node:fs";
import { Client } from "#testing/crashes/client";
import { flows } from "#testing/crashes/flows";

export interface ChildEnv extends Record<string, string> {
  CRASH_FLOW: string;
  /** Facts of the flow, as JSON. */
  CRASH_FACTS: string;
}

const own = flows.find(({ name }) => name === process.env["CRASH_FLOW"]);
if (!own) throw new Error("CRASH_FLOW is not a flow");
const databaseUrl = process.env["DATABASE_URL"] ?? "";
const given = JSON.parse(process.env["CRASH_FACTS"] ?? "{}") as object;
const facts = "databaseUrl" in given ? { ...given, databaseUrl } : given;
const client = new Client();
const acknowledge = client.acknowledge.bind(client);
client.acknowledge = (action, reply) => {
  fs.writeSync(1, `${JSON.stringify({ action, reply })}\n`);
  return acknowledge(action, reply);
};
fs.writeSync(1, "The flow is running.\n");
await own.run(facts, client, { databaseUrl });
process.exit(0);
