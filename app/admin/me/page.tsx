import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findPerson } from "#auth/session";
import { TrpcProvider } from "#ui/admin/trpc-provider";
import { Brand } from "#ui/page-parts";
import { Me } from "./me";

export const metadata: Metadata = { title: "Your login" };

export default async function MePage() {
  const session = await findPerson(await headers());
  if (!session) redirect("/admin/login?next=/admin/me");
  const { name, email } = session.person;
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
          <Me name={name} email={email} />
        </TrpcProvider>
      </main>
    </div>
  );
}
