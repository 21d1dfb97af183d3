// Where people log in.
import type { Metadata } from "next";
import { env } from "#core/env";
import { Door } from "#ui/admin/door";
import { TrpcProvider } from "#ui/admin/trpc";
import { LoginForm } from "./login-form";

export const metadata: Metadata = { title: "Log in" };

interface Props {
  searchParams: Promise<{ next?: string; error?: string }>;
}

/** Only a place within the dashboard: a link must not lead elsewhere after the password. */
function safeNext(next: string | undefined): string {
  return next && /^\/admin(\/[\w/-]*)?$/.test(next) ? next : "/admin";
}

export default async function LoginPage({ searchParams }: Props) {
  const { next, error } = await searchParams;
  return (
    <Door title="Log in">
      <TrpcProvider>
        <LoginForm
          next={safeNext(next)}
          failure={error ?? null}
          providers={env.loginProviders.map(({ id, name }) => ({ id, name }))}
        />
      </TrpcProvider>
    </Door>
  );
}
