import fs from "node:fs";
import { CarbonTillError } from "./errors.js";
import type { Forwarded } from "./forward.js";
import { ListenError, listen } from "./listen.js";
import { fail, optionsOf, print } from "./terminal.js";

export const LISTEN_USAGE = `carbon-till listen --forward-to http://localhost:4000/hook

Forwards the events of a test account to a receiver on this machine, as they happen.

  --forward-to URL     where to send events
  --url URL            address of any installation; default: CARBON_TILL_URL
  --events TYPE,…      default: all types
  --secret-file FILE   writes the secret that signs the events to this file

The environment variable CARBON_TILL_KEY holds the test key.
`;

function readOptions(args: string[]) {
  const { values, positionals } = optionsOf(args, {
    "forward-to": { type: "string" },
    url: { type: "string" },
    events: { type: "string" },
    "secret-file": { type: "string" },
  });
  const forwardTo = values["forward-to"];
  const baseUrl = values.url ?? process.env["CARBON_TILL_URL"];
  if (positionals.length > 0) fail(`Unknown: ${positionals.join(" ")}`);
  if (!forwardTo || !URL.canParse(forwardTo)) fail("--forward-to needs a URL.");
  if (!baseUrl || !URL.canParse(baseUrl)) fail("Set --url or CARBON_TILL_URL.");
  const apiKey = process.env["CARBON_TILL_KEY"];
  if (!apiKey) fail("Set CARBON_TILL_KEY to a test key.");
  return { ...values, forwardTo, baseUrl, apiKey };
}

function report({ id, type, status, durationMs }: Forwarded): void {
  const time = new Date().toISOString().slice(11, 23);
  print(`${time} ${type} ${id}: ${status ?? "no response"} (${durationMs} ms)`);
}

export async function runListen(args: string[]): Promise<void> {
  const { forwardTo, baseUrl, apiKey, events, "secret-file": secretFile } = readOptions(args);
  try {
    const onSecret = (secret: string) => {
      if (secretFile) fs.writeFileSync(secretFile, secret, { mode: 0o600 });
      print(`Forwarding events to ${forwardTo}. Secret: ${secret}`);
    };
    const listener = await listen({
      ...{ baseUrl, apiKey, forwardTo, onForwarded: report, onSecret },
      onDisconnected: (reason) =>
        print(`The installation does not respond, trying again: ${reason}`),
      ...(events !== undefined && { eventTypes: events.split(",") }),
    });
    const end = () => {
      listener.stop().then(
        () => process.exit(0),
        () => fail("The listener could not be deleted. It is deleted after an hour."),
      );
    };
    process.once("SIGINT", end);
    process.once("SIGTERM", end);
    await listener.ended;
  } catch (error) {
    const isKnown = error instanceof ListenError || error instanceof CarbonTillError;
    fail(isKnown ? error.message : String(error instanceof Error ? error.stack : error));
  }
}
