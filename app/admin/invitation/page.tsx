// Where an invitation's link leads.
import type { Metadata } from "next";
import { headers } from "next/headers";
import { currentCaller } from "#core/caller";
import { publicContext } from "#core/context";
import { Problem } from "#core/errors";
import { findLinkForVisitor } from "#domain/people";
import { Door } from "#ui/admin/door";
import { TrpcProvider } from "#ui/admin/trpc";
import { InvitationForm } from "./invitation-form";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

interface Props {
  searchParams: Promise<{ token?: string }>;
}

/** The invitation, or the problem of a visitor who tried too many tokens. */
async function findInvitation(token: string) {
  const visitor = { network: currentCaller(), userAgent: (await headers()).get("user-agent") };
  try {
    return await findLinkForVisitor(publicContext(), { kind: "invitation", token, visitor });
  } catch (error) {
    if (error instanceof Problem && error.code === "rate-limited") return error;
    throw error;
  }
}

export default async function InvitationPage({ searchParams }: Props) {
  const { token = "" } = await searchParams;
  const link = await findInvitation(token);
  if (link instanceof Problem) {
    return (
      <Door title={link.title}>
        <p>{link.detail}</p>
      </Door>
    );
  }
  if (!link) {
    return (
      <Door title="This invitation is over">
        <p>It was used, taken back, or is older than seven days. Ask for another.</p>
      </Door>
    );
  }
  return (
    <Door title="Join">
      <TrpcProvider>
        <InvitationForm token={token} email={link.email} />
      </TrpcProvider>
    </Door>
  );
}
