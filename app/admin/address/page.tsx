import type { Metadata } from "next";
import { headers } from "next/headers";
import { currentCaller } from "#core/caller";
import { publicContext } from "#core/context";
import { Problem } from "#core/errors";
import { findEmailChangeForVisitor } from "#domain/people";
import { SignedOutPage } from "#ui/admin/shell";
import { AddressForm } from "./address-form";

export const metadata: Metadata = { title: "Change of address", referrer: "no-referrer" };

interface Props {
  searchParams: Promise<{ token?: string }>;
}

/** Returns the change, or the problem of a visitor who tried too many tokens. */
async function findChange(token: string) {
  const visitor = { network: currentCaller(), userAgent: (await headers()).get("user-agent") };
  try {
    return await findEmailChangeForVisitor(publicContext(), { token, visitor });
  } catch (error) {
    if (error instanceof Problem && error.code === "rate-limited") return error;
    throw error;
  }
}

export default async function AddressPage({ searchParams }: Props) {
  const { token = "" } = await searchParams;
  const opened = await findChange(token);
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
