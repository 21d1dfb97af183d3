// An account's frame: where one is, in which of its twins, and the way to everything else.
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { findPerson } from "#auth/session";
import { AccountShell } from "#ui/admin/account-shell";

/** Screens write their own titles: see app/_ui/admin/title.tsx. */
export const metadata: Metadata = {
  title: { absolute: "", template: "%s · Carbon Till dashboard" },
};

interface Props {
  params: Promise<{ account: string; mode: string }>;
  children: ReactNode;
}

export default async function AccountLayout({ params, children }: Props) {
  const { account: slug, mode } = await params;
  if (mode !== "live" && mode !== "test") notFound();
  const found = await findPerson(await headers());
  if (!found) redirect(`/admin/login?next=/admin/${slug}/${mode}`);
  const { person, memberships } = found;
  const membership = memberships.find(({ account }) => account.slug === slug);
  if (!membership) notFound();
  return (
    <AccountShell
      account={{ slug, name: membership.account.name }}
      mode={mode}
      role={membership.role}
      person={{ name: person.name, email: person.email, isOperator: person.isOperator }}
      accounts={memberships.map(({ account }) => ({ slug: account.slug, name: account.name }))}
    >
      {children}
    </AccountShell>
  );
}
