// A gate in front of the mail server: each command and each mail's text is a step.
import type { Socket } from "node:net";
import type { Failure } from "#testing/crashes/points";
import { LATE_MS, type Steps } from "#testing/crashes/steps";
import { openTcpGate, type TcpGate } from "#testing/world/tcp-gate";

const END_OF_MAIL = "\r\n.\r\n";

/** The complete command that the client has sent, or null if more is to come. */
function commandIn(sent: string, isMail: boolean): string | null {
  if (isMail) return sent.endsWith(END_OF_MAIL) ? "the mail" : null;
  return sent.endsWith("\r\n") ? (/^[A-Z]+/i.exec(sent)?.[0]?.toUpperCase() ?? "?") : null;
}

interface Link {
  client: Socket;
  server: Socket;
  steps: Steps;
  awaited: Failure | null;
}

function cut({ client, server }: Link): void {
  client.destroy();
  server.destroy();
}

function respond(link: Link, chunk: Buffer): void {
  const failure = link.awaited;
  link.awaited = null;
  if (failure === "after") link.steps.kill();
  if (failure === "after" || failure === "lost") cut(link);
  else if (failure === "late") setTimeout(() => link.client.write(chunk), LATE_MS);
  else if (failure === "halved") link.client.end(chunk.subarray(0, 2));
  else link.client.write(chunk);
}

function connect(client: Socket, server: Socket, steps: Steps): () => void {
  const link: Link = { client, server, steps, awaited: null };
  let sent = "";
  let isMail = false;
  client.on("close", () => server.destroy());
  server.on("close", () => client.destroy());
  client.on("data", (chunk) => {
    sent += chunk.toString("latin1");
    const command = commandIn(sent, isMail);
    if (command === null || steps.isKilled) return;
    const text = sent;
    sent = "";
    isMail = command === "DATA";
    const failure = steps.next({ kind: "exchange", label: `SMTP ${command}` });
    if (failure === "before") steps.kill();
    link.awaited = failure;
    if (failure === "before" || failure === "refused") cut(link);
    else server.write(text, "latin1");
  });
  server.on("data", (chunk) => respond(link, chunk));
  return () => cut(link);
}

/** Opens the gate in front of the mail server at `url`. */
export function openSmtpGate(url: string, steps: Steps): Promise<TcpGate> {
  return openTcpGate(url, (client, server) => connect(client, server, steps));
}
