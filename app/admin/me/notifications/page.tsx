import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Frame } from "#admin/me/frame";
import { findPerson } from "#auth/session";
import { loadQueries } from "#trpc/server-client";
import { Notifications } from "./notifications";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage() {
  const requestHeaders = await headers();
  const session = await findPerson(requestHeaders);
  if (!session) redirect("/admin/login?next=/admin/me/notifications");
  const place = { account: "", mode: "live" };
  const state = await loadQueries(requestHeaders, place, ({ notices }) => [
    notices.list.queryOptions(),
  ]);
  return (
    <Frame at="/admin/me/notifications">
      <HydrationBoundary state={state}>
        <Notifications email={session.person.email} />
      </HydrationBoundary>
    </Frame>
  );
}
