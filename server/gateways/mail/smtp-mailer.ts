// Sends mails to an SMTP server over a few pooled connections.
import { createTransport, type NodemailerError } from "nodemailer";
import { inCallSpan } from "#core/tracing";
import { MailDelayed, type Mailer, MailRefused, toMessage } from "./message";

const CONNECTIONS = 4;
const IDLE_MS = 30_000;

interface MailTimeouts {
  /** Connecting and signing in. */
  connectMs: number;
  /** Until the server has the whole mail. */
  transferMs: number;
  /** From then until the server's reply. Giving up earlier would send mails twice. */
  replyMs: number;
}

/** RFC 5321, section 4.5.3.2.6, allows ten minutes for the reply. */
const TIMEOUTS: MailTimeouts = { connectMs: 30_000, transferMs: 120_000, replyMs: 600_000 };

/** The longest time that `send` takes. */
export const MAX_SEND_MS = TIMEOUTS.transferMs + TIMEOUTS.replyMs;

/** Codes of failures without a reply; their messages contain no address. */
const OF_THE_NETWORK = new Set(["ESOCKET", "ECONNECTION", "ETIMEDOUT", "EDNS", "ETLS"]);

/** Leaves out the server's text, which often repeats the address. */
function reasonOf(error: NodemailerError): string {
  const { code, command, responseCode } = error;
  const parts = [code, command, responseCode, enhancedCode(error)];
  if (code !== undefined && OF_THE_NETWORK.has(code)) parts.push(error.message);
  return parts.filter((part) => part !== undefined).join(" ") || error.name;
}

/** Returns the RFC 3463 code after the reply code, for example "5.1.1". */
function enhancedCode({ response }: NodemailerError): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
}

/**
 * Returns true if the server rejects the recipient permanently. Rejections because of policy or
 * sign-in (5.7.x, 530) concern this installation, and its operator can correct them.
 */
function isRefusal(error: NodemailerError): boolean {
  if (error.code !== "EENVELOPE" || error.command !== "RCPT TO") return false;
  const { responseCode = 0 } = error;
  const isPolicy = enhancedCode(error)?.startsWith("5.7.") || responseCode === 530;
  return responseCode >= 500 && responseCode !== 503 && !isPolicy;
}

/** Aborts a send that exceeds its timeouts or would transfer the mail a second time. */
class Deadline {
  readonly #abort = new AbortController();
  readonly #timeouts: MailTimeouts;
  #timer: NodeJS.Timeout;
  #isTransferred = false;
  #isRepeated = false;

  constructor(timeouts: MailTimeouts) {
    this.#timeouts = timeouts;
    this.#timer = this.#start(timeouts.transferMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Called when the pool starts the mail, and again if the connection was lost. */
  startTransfer(): void {
    if (!this.#isTransferred) return;
    this.#isRepeated = true;
    this.#abort.abort();
  }

  /** The last byte of the mail was sent. */
  startReply(): void {
    this.#isTransferred = true;
    clearTimeout(this.#timer);
    this.#timer = this.#start(this.#timeouts.replyMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Null if the send failed before its deadline. */
  get reason(): string | null {
    if (!this.signal.aborted) return null;
    const { replyMs, transferMs } = this.#timeouts;
    if (this.#isRepeated) return "the connection was lost before the server's reply to the mail";
    return this.#isTransferred
      ? `the server accepted the mail but did not reply within ${replyMs / 1000} s`
      : `the server did not take the mail within ${transferMs / 1000} s`;
  }

  #start(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#abort.abort(), ms);
  }
}

function openTransport(url: string, { connectMs, transferMs, replyMs }: MailTimeouts) {
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    // A silent server is handled by Deadline, which knows if the mail was transferred.
    socketTimeout: transferMs + replyMs,
  });
}

/** Accepts smtp:// (with STARTTLS if offered) or smtps:// and nodemailer's options. */
export function smtpMailer(url: string, timeouts: MailTimeouts = TIMEOUTS): Mailer {
  const transport = openTransport(url, timeouts);
  const deadlines = new Map<AbortSignal, Deadline>();
  transport.use("stream", ({ data, message }, done) => {
    const deadline = data.signal && deadlines.get(data.signal);
    message.processFunc((stream) => {
      deadline?.startTransfer();
      // Read to its end only after the server asked for the mail and all of it was written.
      return stream.once("end", () => deadline?.startReply());
    });
    done();
  });
  return {
    async send(mail) {
      const message = toMessage(mail);
      const deadline = new Deadline(timeouts);
      deadlines.set(deadline.signal, deadline);
      try {
        const { signal } = deadline;
        await inCallSpan("smtp", () => transport.sendMail({ ...message, signal }));
      } catch (error) {
        const failure = error as NodemailerError;
        const Failure = isRefusal(failure) ? MailRefused : MailDelayed;
        throw new Failure(deadline.reason ?? reasonOf(failure));
      } finally {
        deadline.stop();
        deadlines.delete(deadline.signal);
      }
    },
  };
}

/** Connects and signs in without sending a mail. Returns what is wrong, or null. */
export async function verifySmtp(url: string, timeoutMs: number): Promise<string | null> {
  const timeouts = { connectMs: timeoutMs, transferMs: timeoutMs, replyMs: 0 };
  const transport = openTransport(url, timeouts);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return reasonOf(error as NodemailerError);
  } finally {
    transport.close();
  }
}
