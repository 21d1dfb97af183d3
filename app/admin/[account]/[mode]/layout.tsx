import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { loginUrl } from "#auth/plain-login";
import { findPerson } from "#auth/session";
import { modules } from "#modules";
import { serverCaller } from "#trpc/server-client";
import { AccountShell } from "#ui/admin/account-shell";

/** Screens set their own titles: see app/_ui/admin/page.tsx. */
export const metadata: Metadata = { title: { absolute: "" } };

interface Props {
  params: Promise<{ account: string; mode: string }>;
  children: ReactNode;
}

export default async function AccountLayout({ params, children }: Props) {
  const { account: slug, mode } = await params;
  if (mode !== "live" && mode !== "test") notFound();
  const requestHeaders = await headers();
  const session = await findPerson(requestHeaders);
  if (!session) redirect(loginUrl());
  const { person, memberships } = session;
  const membership = memberships.find(({ account }) => account.slug === slug);
  if (!membership) notFound();
  const { limit, account } = membership;
  // The subaccount exists in one mode only.
  const limitMode = limit?.accountId === account.id ? "live" : "test";
  if (limit && limitMode !== mode) redirect(`/admin/${slug}/${limitMode}`);
  const caller = await serverCaller(requestHeaders, { account: slug, mode });
  const moduleScreens = await caller.settings.screens({});
  return (
    <AccountShell
      account={{ slug, name: account.name, currency: account.currency }}
      mode={mode}
      capabilities={membership.capabilities}
      subaccountId={limit?.subaccountId ?? null}
      modules={modules.map(({ name }) => name)}
      moduleScreens={moduleScreens}
      suspensionReason={account.suspensionReason}
      person={{ name: person.name, email: person.email, isOperator: person.isOperator }}
      accounts={memberships.map(({ account }) => ({ slug: account.slug, name: account.name }))}
    >
      {children}
    </AccountShell>
  );
}
