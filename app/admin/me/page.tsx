import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { loginUrl } from "#auth/plain-login";
import { findPerson } from "#auth/session";
import { isUsed } from "#modules";
import { Notifications } from "#screens/own-login";
import { loadQueries } from "#trpc/server-client";
import { Frame } from "./frame";
import { Me } from "./me";

export const metadata: Metadata = { title: "Your login" };

export default async function MePage() {
  const requestHeaders = await headers();
  const person = (await findPerson(requestHeaders))?.person;
  if (!person) redirect(loginUrl());
  const { name, email } = person;
  const place = { account: "", mode: "live" };
  const state = await loadQueries(
    requestHeaders,
    place,
    ({ notices, ownLogin, passkeys, session }) => [
      session.me.queryOptions(),
      session.list.queryOptions(),
      passkeys.list.queryOptions(),
      ownLogin.emailChange.queryOptions(),
      ownLogin.identities.queryOptions(),
      notices.list.queryOptions(),
    ],
  );
  return (
    <Frame email={email}>
      <HydrationBoundary state={state}>
        <Me name={name} email={email} />
        {isUsed("notices") && <Notifications email={email} />}
      </HydrationBoundary>
    </Frame>
  );
}
