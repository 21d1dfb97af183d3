import type { Metadata } from "next";
import { safeNext } from "#auth/plain-login";
import { env } from "#core/env";
import { LoginForm } from "#ui/admin/login-form";
import { SignedOutPage } from "#ui/admin/shell";

export const metadata: Metadata = { title: "Log in" };

interface Props {
  searchParams: Promise<{ next?: string; error?: string }>;
}

export default async function LoginPage({ searchParams }: Props) {
  const { next, error } = await searchParams;
  return (
    <SignedOutPage title="Log in">
      <LoginForm
        next={safeNext(next)}
        failure={error ?? null}
        providers={env.loginProviders.map(({ id, name }) => ({ id, name }))}
      />
    </SignedOutPage>
  );
}
