// The person's own login: password, second factor, sessions.
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findPerson } from "#auth/session";
import { TrpcProvider } from "#ui/admin/trpc";
import { Brand } from "#ui/page-parts";
import { Me } from "./me";

export const metadata: Metadata = { title: "Your login" };

export default async function MePage() {
  const found = await findPerson(await headers());
  if (!found) redirect("/admin/login?next=/admin/me");
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
      <header className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <Brand />
        <a href="/admin" className="link text-[0.9375rem]">
          Back to the dashboard
        </a>
      </header>
      <main>
        <TrpcProvider>
          <Me name={found.person.name} email={found.person.email} />
        </TrpcProvider>
      </main>
    </div>
  );
}
