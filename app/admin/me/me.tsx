"use client";
// How the person proves who they are, and where they are logged in.
import { useQuery } from "@tanstack/react-query";
import { Loading, PageHead } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import { PasskeysPanel } from "./passkeys-panel";
import { PasswordPanel } from "./password-panel";
import { SecondFactorPanel } from "./second-factor-panel";
import { SessionsPanel } from "./sessions-panel";

function NeedsSecondFactor() {
  return (
    <p role="status" className="mb-6 rounded-xl border border-edge bg-paper px-5 py-4 text-pretty">
      <strong className="font-medium">Operators need a second factor.</strong> Add a passkey or an
      authenticator below. Then the operator’s screens open.
    </p>
  );
}

export function Me({ name, email }: { name: string; email: string }) {
  const me = useQuery(useTRPC().session.me.queryOptions());
  return (
    <>
      <PageHead title="Your login" intro={`${name}, ${email}`} />
      {me.error ? (
        <ProblemNote error={me.error} />
      ) : me.data ? (
        <>
          {me.data.needsSecondFactor && <NeedsSecondFactor />}
          <PasskeysPanel />
          <SecondFactorPanel isOn={me.data.hasTotp} />
        </>
      ) : (
        <Loading lines={2} />
      )}
      <PasswordPanel />
      <SessionsPanel />
    </>
  );
}
