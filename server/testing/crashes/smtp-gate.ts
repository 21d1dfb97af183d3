// A gate before the mail server: each command and each mail's text is a step.
import net, { type Socket } from "node:net";
import type { Mishap } from "#testing/crashes/points";
import { type Gate, LATE_MS, listening, type Steps } from "#testing/crashes/steps";

const END_OF_MAIL = "\r\n.\r\n";

/** The command that the client has sent whole, or null where more of it is to come. */
function commandIn(sent: string, isMail: boolean): string | null {
  if (isMail) return sent.endsWith(END_OF_MAIL) ? "the mail" : null;
  return sent.endsWith("\r\n") ? (/^[A-Z]+/i.exec(sent)?.[0]?.toUpperCase() ?? "?") : null;
}

interface Link {
  client: Socket;
  server: Socket;
  steps: Steps;
  awaited: Mishap | null;
}

function cut({ client, server }: Link): void {
  client.destroy();
  server.destroy();
}

function answer(link: Link, chunk: Buffer): void {
  const mishap = link.awaited;
  link.awaited = null;
  if (mishap === "after") link.steps.die();
  if (mishap === "after" || mishap === "lost") cut(link);
  else if (mishap === "late") setTimeout(() => link.client.write(chunk), LATE_MS);
  else if (mishap === "halved") link.client.end(chunk.subarray(0, 2));
  else link.client.write(chunk);
}

function connect(client: Socket, target: URL, steps: Steps): Link {
  const server = net.connect(Number(target.port), target.hostname);
  const link: Link = { client, server, steps, awaited: null };
  let sent = "";
  let isMail = false;
  client.on("error", () => {}).on("close", () => server.destroy());
  server.on("error", () => {}).on("close", () => client.destroy());
  client.on("data", (chunk) => {
    sent += chunk.toString("latin1");
    const command = commandIn(sent, isMail);
    if (command === null || steps.isDead) return;
    const text = sent;
    sent = "";
    isMail = command === "DATA";
    const mishap = steps.next({ kind: "exchange", label: `SMTP ${command}` });
    if (mishap === "before") steps.die();
    link.awaited = mishap;
    if (mishap === "before" || mishap === "refused") cut(link);
    else server.write(text, "latin1");
  });
  server.on("data", (chunk) => answer(link, chunk));
  return link;
}

/** Opens it before the mail server at `url`. */
export async function openSmtpGate(url: string, steps: Steps): Promise<Gate & { url: string }> {
  const target = new URL(url);
  const links = new Set<Link>();
  const server = net.createServer((client) => {
    const link = connect(client, target, steps);
    links.add(link);
    client.on("close", () => links.delete(link));
  });
  const port = await listening(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    close() {
      server.close();
      for (const link of links) cut(link);
    },
  };
}
