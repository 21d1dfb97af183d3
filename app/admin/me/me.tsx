"use client";
// How the person proves who they are, and where they are logged in.
import { useQuery } from "@tanstack/react-query";
import { Loading, PageHead } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import { PasswordPanel } from "./password-panel";
import { SecondFactorPanel } from "./second-factor-panel";
import { SessionsPanel } from "./sessions-panel";

export function Me({ name, email }: { name: string; email: string }) {
  const me = useQuery(useTRPC().session.me.queryOptions());
  return (
    <>
      <PageHead title="Your login" intro={`${name}, ${email}`} />
      <PasswordPanel />
      {me.error ? (
        <ProblemNote error={me.error} />
      ) : me.data ? (
        <SecondFactorPanel isOn={me.data.hasSecondFactor} />
      ) : (
        <Loading lines={2} />
      )}
      <SessionsPanel />
    </>
  );
}
