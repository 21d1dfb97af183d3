import type { Metadata } from "next";
import { openMailLink } from "#admin/mail-link";
import { publicContext } from "#core/context";
import { Problem } from "#core/errors";
import { findEmailChangeForVisitor } from "#domain/people";
import { SignedOutPage } from "#ui/admin/shell";
import { AddressForm } from "./address-form";

export const metadata: Metadata = { title: "Change of address", referrer: "no-referrer" };

interface Props {
  searchParams: Promise<{ token?: string }>;
}

export default async function AddressPage({ searchParams }: Props) {
  const { token = "" } = await searchParams;
  const opened = await openMailLink((visitor) =>
    findEmailChangeForVisitor(publicContext(), { token, visitor }),
  );
  if (opened instanceof Problem) {
    return (
      <SignedOutPage title={opened.title}>
        <p>{opened.detail}</p>
      </SignedOutPage>
    );
  }
  if (!opened) {
    return (
      <SignedOutPage title="This link has been used or has expired">
        <p className="text-pretty">
          A link confirms once, for 24 hours, unless the change was canceled. You see where it
          stands, or start again, under{" "}
          <a href="/admin/me" className="link">
            Your login
          </a>
          .
        </p>
      </SignedOutPage>
    );
  }
  const { oldEmail, newEmail } = opened.change;
  return (
    <SignedOutPage title="Change your email address">
      {/* The owner of the new address need not know the old one. */}
      <AddressForm
        token={token}
        newEmail={newEmail}
        oldEmail={opened.side === "old" ? oldEmail : null}
      />
    </SignedOutPage>
  );
}
