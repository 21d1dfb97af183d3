import type { Metadata } from "next";
import { openMailLink } from "#admin/mail-link";
import { publicContext } from "#core/context";
import { Problem } from "#core/errors";
import { findLinkForVisitor, findUsedLink } from "#domain/people";
import { SignedOutPage } from "#ui/admin/shell";
import { InvitationForm } from "./invitation-form";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

interface Props {
  searchParams: Promise<{ token?: string }>;
}

export default async function InvitationPage({ searchParams }: Props) {
  const { token = "" } = await searchParams;
  const link = await openMailLink((visitor) =>
    findLinkForVisitor(publicContext(), { kind: "invitation", token, visitor }),
  );
  if (link instanceof Problem) {
    return (
      <SignedOutPage title={link.title}>
        <p>{link.detail}</p>
      </SignedOutPage>
    );
  }
  if (!link && (await findUsedLink(publicContext(), { kind: "invitation", token }))) {
    return (
      <SignedOutPage title="You’re already a member">
        <p>
          This invitation was accepted.{" "}
          <a href="/admin/login" className="link">
            Log in
          </a>
        </p>
      </SignedOutPage>
    );
  }
  if (!link) {
    return (
      <SignedOutPage title="This invitation has expired">
        <p>
          Invitations work once, for seven days, unless they are revoked. Ask the account’s owner
          for a new one.
        </p>
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title="Accept your invitation">
      <InvitationForm token={token} email={link.email} />
    </SignedOutPage>
  );
}
