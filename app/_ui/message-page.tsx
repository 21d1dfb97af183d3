// A whole page that says one thing: not found, gone, out of order.
import type { ReactNode } from "react";
import { Brand } from "./brand";

interface Props {
  title: string;
  /** What to read and to do next. */
  children: ReactNode;
}

export function MessagePage({ title, children }: Props) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-5 py-8 sm:px-8 sm:py-12">
      <header>
        <Brand />
      </header>
      <main className="my-auto py-16">
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{title}</h1>
        <div className="mt-5 space-y-5 text-lg/relaxed text-pretty text-quiet">{children}</div>
      </main>
    </div>
  );
}
