// For those who forgot the password: asks for the mail, and sets another by its link.
import type { Metadata } from "next";
import { Door } from "#ui/admin/door";
import { TrpcProvider } from "#ui/admin/trpc";
import { AskForLink, NewPassword } from "./reset-forms";

export const metadata: Metadata = { title: "Set another password", referrer: "no-referrer" };

interface Props {
  searchParams: Promise<{ token?: string }>;
}

export default async function ResetPage({ searchParams }: Props) {
  const { token } = await searchParams;
  return (
    <Door title="Set another password">
      <TrpcProvider>{token ? <NewPassword token={token} /> : <AskForLink />}</TrpcProvider>
    </Door>
  );
}
