// A real SMTP server on loopback that stores the mails it receives.
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
  /** True if the mail arrived over TLS. */
  isSecure: boolean;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  connections: { all: number };
  close(): Promise<void>;
}

/** An SMTP error such as "550 5.1.1 No such user"; undefined accepts. */
export type Refusal = string | undefined;

interface Behavior {
  /** Reply to a recipient's address. */
  recipient?: (address: string) => Refusal;
  /** Reply to the nth mail, counted from 1; the mail is stored in any case. */
  data?: (nth: number) => Refusal | Promise<Refusal>;
  tls?: "offered" | "from the start";
  /** Required credentials; without them anyone may send. */
  login?: { user: string; password: string };
}

function errorOf(refusal: Refusal): Error | null {
  if (refusal === undefined) return null;
  const [code = "", ...message] = refusal.split(" ");
  return Object.assign(new Error(message.join(" ")), { responseCode: Number(code) });
}

/** Opens a server; by default it accepts every mail, without TLS. */
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
      // The client disconnected in the middle of its mail.
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
  // A client that does not trust the certificate disconnects during the handshake.
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
