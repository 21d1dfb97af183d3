// One organisation, with its twins.
import type { Metadata } from "next";
import { AccountDetail } from "./account-detail";

export const metadata: Metadata = { title: "Account" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function AccountDetailPage({ params }: Props) {
  return <AccountDetail id={decodeURIComponent((await params).id)} />;
}
