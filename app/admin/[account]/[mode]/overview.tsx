"use client";
// The account at a glance.
import { useHere } from "#ui/admin/account-shell";
import { PageHead } from "#ui/admin/page";

export function Overview() {
  const { account } = useHere();
  return <PageHead title={account.name} />;
}
