import type { Metadata } from "next";
import { SignedOutPage } from "#ui/admin/shell";
import { NewPasswordForm, RequestForm } from "./reset-forms";

export const metadata: Metadata = { title: "Reset your password", referrer: "no-referrer" };

interface Props {
  searchParams: Promise<{ token?: string }>;
}

export default async function ResetPage({ searchParams }: Props) {
  const { token } = await searchParams;
  return (
    <SignedOutPage title="Reset your password">
      {token ? <NewPasswordForm token={token} /> : <RequestForm />}
    </SignedOutPage>
  );
}
