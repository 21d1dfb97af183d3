// Where an invitation's link leads.
import type { Metadata } from "next";
import { publicContext } from "#core/public-door";
import { findMailedLink } from "#domain/people";
import { Door } from "#ui/admin/door";
import { TrpcProvider } from "#ui/admin/trpc";
import { InvitationForm } from "./invitation-form";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

interface Props {
  searchParams: Promise<{ token?: string }>;
}

export default async function InvitationPage({ searchParams }: Props) {
  const { token = "" } = await searchParams;
  const link = await findMailedLink(publicContext(), { kind: "invitation", token });
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
