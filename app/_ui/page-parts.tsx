import type { ReactNode } from "react";
import { linkFor, type Reader } from "#core/reader";
import type { PageView } from "#site/public-page";

/** Carbon Till's own. */
export function Mark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <rect width="24" height="24" rx="7" fill="#0d5c41" />
      <path d="M16.2 8.2a6 6 0 1 0 0 7.6" fill="none" stroke="#fff" strokeWidth="2.6" />
    </svg>
  );
}

/** Links to the home page, in the reader's language if that is given. */
export function Brand({ reader }: { reader?: Reader }) {
  return (
    <a
      href={reader ? linkFor(reader, "/") : "/"}
      className="inline-flex items-center gap-2.5 rounded text-ink"
    >
      <Mark className="size-6" />
      <span className="font-semibold tracking-tight">Carbon Till</span>
    </a>
  );
}

const variants = {
  primary: "bg-accent text-paper hover:bg-accent-strong",
  secondary: "text-ink ring-1 ring-line ring-inset hover:bg-soft",
};

interface ButtonLinkProps {
  href: string;
  variant: keyof typeof variants;
  children: ReactNode;
}

export const buttonClass = (variant: keyof typeof variants) =>
  `inline-flex min-h-11 items-center rounded-lg px-4 py-2 text-[0.9375rem] font-medium transition-colors motion-reduce:transition-none ${variants[variant]}`;

export function ButtonLink({ href, variant, children }: ButtonLinkProps) {
  return (
    <a href={href} className={buttonClass(variant)}>
      {children}
    </a>
  );
}

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="inline-block rounded-md bg-warning-soft px-3 py-2 text-sm font-semibold text-warning print:border">
      {children}
    </p>
  );
}

export function MessagePage({ title, children }: { title: string; children: ReactNode }) {
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

/** Builds the 404 page of an English page, with a hint about what to try. */
export function missingPage(hint: string): PageView {
  return {
    status: 404,
    head: { title: "Not found", isIndexed: false },
    body: (
      <MessagePage title="Page not found">
        <p>{hint}</p>
        <p>
          <a href="/" className="link">
            Go to the home page
          </a>
        </p>
      </MessagePage>
    ),
  };
}

export const missingView = missingPage("Check the address for missing or wrong characters.");

const unbuiltCopy = {
  building: {
    title: "The dashboard is being built",
    text: "This takes a minute or two. The page reloads automatically.",
  },
  failed: {
    title: "The dashboard could not be built",
    text: "The server’s log says why. Correct the cause, then start the server again.",
  },
};

/** Stands in for the dashboard. It reloads without a script, and is not kept by anyone. */
export function unbuiltPage(state: keyof typeof unbuiltCopy): PageView {
  const { title, text } = unbuiltCopy[state];
  return {
    status: 503,
    head: { title, isIndexed: false },
    headers: {
      "x-robots-tag": "noindex",
      ...(state === "building" && { "retry-after": "5", refresh: "5" }),
    },
    body: (
      <MessagePage title={title}>
        <p>{text}</p>
        <p>Orders, checkout and certificates already work.</p>
        <p>
          <a href="/docs" className="link">
            Read the guide
          </a>
        </p>
      </MessagePage>
    ),
  };
}
