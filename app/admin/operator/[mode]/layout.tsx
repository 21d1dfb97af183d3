import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { loginUrl } from "#auth/plain-login";
import { findPerson } from "#auth/session";
import { env } from "#core/env";
import { modules } from "#modules";
import { OperatorShell } from "#ui/admin/operator-shell";

/** Screens set their own titles: see app/_ui/admin/page.tsx. */
export const metadata: Metadata = { title: { absolute: "" } };

interface Props {
  params: Promise<{ mode: string }>;
  children: ReactNode;
}

export default async function OperatorLayout({ params, children }: Props) {
  const { mode } = await params;
  if (mode !== "live" && mode !== "test") notFound();
  const session = await findPerson(await headers());
  if (!session) redirect(loginUrl());
  const { person, memberships } = session;
  if (!person.isOperator) notFound();
  if (person.needsSecondFactor) redirect("/admin/me");
  return (
    <OperatorShell
      mode={mode}
      currency={env.CT_CURRENCY}
      modules={modules.map(({ name }) => name)}
      moduleScreens={modules.flatMap(({ operatorScreens = [] }) => operatorScreens)}
      person={{ name: person.name, email: person.email, isOperator: true }}
      accounts={memberships.map(({ account }) => ({ slug: account.slug, name: account.name }))}
    >
      {children}
    </OperatorShell>
  );
}
