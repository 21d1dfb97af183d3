// Hands mails to an SMTP server over a few kept connections.
import { createTransport, type NodemailerError } from "nodemailer";
import { MailDelayed, type Mailer, MailRefused } from "./mail";
import { toMessage } from "./message";

const CONNECTIONS = 4;
const STEP_MS = 15_000;
// Shorter than the lease of a mail, however slowly the server answers each step.
const WHOLE_MS = 40_000;
const IDLE_MS = 30_000;

/** Codes of failures before or beside the server's answers: their messages name no address. */
const OF_THE_NETWORK = new Set(["ESOCKET", "ECONNECTION", "ETIMEDOUT", "EDNS", "ETLS"]);

/** What happened, without the server's own words, which often repeat the address. */
function told(error: NodemailerError): string {
  const { code, command, responseCode } = error;
  const parts = [code, command, responseCode, enhancedCode(error)];
  if (code !== undefined && OF_THE_NETWORK.has(code)) parts.push(error.message);
  return parts.filter((part) => part !== undefined).join(" ") || error.name;
}

/** The code of RFC 3463 that follows the reply's own: "5.1.1". */
function enhancedCode({ response }: NodemailerError): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
}

/**
 * Whether the server refuses the recipient for good. A refusal for a policy's or a login's sake
 * (5.7.x, 530) is about this installation, whose operator may mend it.
 */
function isRefusal(error: NodemailerError): boolean {
  if (error.code !== "EENVELOPE" || error.command !== "RCPT TO") return false;
  const { responseCode = 0 } = error;
  const isPolicy = enhancedCode(error)?.startsWith("5.7.") || responseCode === 530;
  return responseCode >= 500 && responseCode !== 503 && !isPolicy;
}

/** Takes smtp:// (STARTTLS where the server offers it) or smtps:// with nodemailer's options. */
export function smtpMailer(url: string, wholeMs = WHOLE_MS): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
  });
  return {
    async send(mail) {
      const message = { ...toMessage(mail), signal: AbortSignal.timeout(wholeMs) };
      await transport.sendMail(message).catch((error: NodemailerError) => {
        const Failure = isRefusal(error) ? MailRefused : MailDelayed;
        throw new Failure(told(error));
      });
    },
  };
}
