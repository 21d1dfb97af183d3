// What the product needs of whoever carries its e-mails.

export interface OutgoingMail {
  /** Ours; the same id always gives the same Message-ID, so that a repeat can be recognised. */
  id: string;
  /** One address, without a name. */
  to: string;
  /** The language's code. */
  language: string;
  subject: string;
  text: string;
  html: string;
}

/** The address is refused for good: there is no use in trying again. Names no address. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** It could not be handed over now: try again later. Names no address. */
export class MailDelayed extends Error {
  override name = "MailDelayed";
}

export interface Mailer {
  /** Hands the mail over. @throws MailRefused, MailDelayed */
  send(mail: OutgoingMail): Promise<void>;
}
