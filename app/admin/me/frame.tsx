import type { ReactNode } from "react";
import { TrpcProvider } from "#ui/admin/trpc-provider";
import { Brand } from "#ui/page-parts";

const pages = [
  { href: "/admin/me", name: "Your login" },
  { href: "/admin/me/notifications", name: "Notifications" },
] as const;

/** Layout of a person's own settings. */
export function Frame({
  at,
  children,
}: {
  at: (typeof pages)[number]["href"];
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
      <header className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <Brand />
        <a href="/admin" className="link text-[0.9375rem]">
          Back to the dashboard
        </a>
      </header>
      <nav aria-label="Your settings" className="mb-8 flex gap-6 border-b border-line">
        {pages.map(({ href, name }) => (
          <a
            key={href}
            href={href}
            aria-current={href === at ? "page" : undefined}
            className="-mb-px border-b-2 border-transparent py-2.5 text-[0.9375rem] text-quiet hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {name}
          </a>
        ))}
      </nav>
      <main>
        <TrpcProvider>{children}</TrpcProvider>
      </main>
    </div>
  );
}
