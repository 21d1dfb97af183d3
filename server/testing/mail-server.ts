// A mail server for tests: real SMTP on loopback, which keeps what it gets.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { selfSigned } from "#testing/self-signed";

export interface ReceivedMail {
  raw: string;
  mail: Email;
  from: string;
  to: string[];
  /** Whether it came over TLS. */
  isSecure: boolean;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  connections: { all: number };
  close(): Promise<void>;
}

/** An answer other than yes: "550 5.1.1 No such user". */
export type Refusal = string | undefined;

interface Behavior {
  /** To a recipient's address. */
  recipient?: (address: string) => Refusal;
  /** To the nth mail, from 1, which is kept all the same. */
  data?: (nth: number) => Refusal | Promise<Refusal>;
  tls?: "offered" | "from the start";
  /** Who may send, if not everybody. */
  login?: { user: string; password: string };
}

function errorOf(refusal: Refusal): Error | null {
  if (refusal === undefined) return null;
  const [code = "", ...message] = refusal.split(" ");
  return Object.assign(new Error(message.join(" ")), { responseCode: Number(code) });
}

/** Opens a server; by default it takes every mail, without TLS. */
export async function openMailServer(behavior: Behavior = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const connections = { all: 0 };
  const { login, tls } = behavior;
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: [...(login ? [] : ["AUTH"]), ...(tls ? [] : ["STARTTLS"])],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === login?.user && password === login?.password
        ? callback(null, { user: username })
        : callback(errorOf("535 5.7.8 Wrong user or password")),
    secure: behavior.tls === "from the start",
    ...(behavior.tls && selfSigned("localhost")),
    logger: false,
    closeTimeout: 100,
    onConnect(_session, callback) {
      connections.all += 1;
      callback();
    },
    onRcptTo: ({ address }, _session, callback) => callback(errorOf(behavior.recipient?.(address))),
    async onData(stream, session, callback) {
      // A client that leaves in the middle of its mail gets no answer.
      const raw = await buffer(stream).catch(() => null);
      if (raw === null) return;
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        raw: raw.toString(),
        mail: await PostalMime.parse(raw),
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        isSecure: session.secure,
      });
      callback(errorOf(await behavior.data?.(received.length)));
    },
  };
  const server = new SMTPServer(options);
  // A client that does not trust the certificate leaves in the middle.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const scheme = behavior.tls === "from the start" ? "smtps" : "smtp";
  return {
    url: `${scheme}://localhost:${port}`,
    received,
    connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
