// The mails that let people in: an invitation, and the link to another password.
import { oneLine, type RenderedMail, renderDocument } from "#core/mail-document";
import type { ClaimedLink } from "./claim-links";

const days = (link: ClaimedLink) => (link.kind === "invitation" ? "seven days" : "two hours");

/** The mail for the link. */
export function renderLinkMail(link: ClaimedLink): RenderedMail {
  const account = oneLine(link.accountName ?? "");
  const inviter = oneLine(link.inviterName ?? "");
  const isInvitation = link.kind === "invitation";
  const heading = isInvitation ? `Join ${account}` : "Set another password";
  return renderDocument({
    language: "en",
    subject: isInvitation ? `Invitation to ${account.slice(0, 60)}` : "Your Carbon Till password",
    heading,
    notice: null,
    opening: isInvitation
      ? `${inviter || "Somebody"} invites you to work in ${account} on Carbon Till, as ${link.role}.`
      : "Somebody, we hope you, asked to set another password for this address.",
    rows: [],
    closing: [`The link works once, within ${days(link)}.`],
    links: [{ label: isInvitation ? "Accept the invitation" : heading, url: link.url }],
    footer: isInvitation
      ? "If you did not expect this, do nothing: without the link nothing happens."
      : "If it was not you, do nothing: your password stays as it is.",
  });
}
