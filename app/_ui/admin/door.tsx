// The page of those who are not in yet.
import type { ReactNode } from "react";
import { Brand } from "#ui/page-parts";

export function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-5 py-8 sm:py-12">
      <header>
        <Brand />
      </header>
      <main className="my-auto py-12">
        <h1 className="mb-6 text-3xl font-semibold tracking-tight">{title}</h1>
        {children}
      </main>
    </div>
  );
}
