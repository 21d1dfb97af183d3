import type { ReactNode } from "react";
import { TrpcProvider } from "#ui/admin/trpc-provider";
import { Brand } from "#ui/page-parts";

export function Frame({ email, children }: { email: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
      <header className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <Brand />
        <a href="/admin" className="link text-[0.9375rem]">
          Back to the dashboard
        </a>
      </header>
      <main>
        <TrpcProvider email={email}>{children}</TrpcProvider>
      </main>
    </div>
  );
}
