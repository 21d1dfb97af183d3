import { publicPage } from "#site/public-page";
import { docsScripts } from "#ui/docs-frame";
import { DocsHeader } from "#ui/docs-page";
import { Search } from "#ui/search-form";
import { InvoicesAndBalance } from "./guide/billing";
import { Certificates, Verification } from "./guide/certificates";
import { CheckoutStart } from "./guide/checkout-start";
import { Clients } from "./guide/clients";
import { SellerDetails } from "./guide/consumers";
import { Mcp } from "./guide/mcp";
import { Errors, Idempotency, Pagination, RateLimits } from "./guide/requests";
import { type Section, SectionPart } from "./guide/section";
import { Checkout, Impact, PaymentLinks, Quotes, Reservations, Subaccounts } from "./guide/selling";
import { Authentication, QuickStart, Sdks, TestMode } from "./guide/start";
import { Deprecations, Versioning } from "./guide/versions";
import { Webhooks } from "./guide/webhooks";

export const sections: Section[] = [
  { id: "quick-start", title: "Quick start", Content: QuickStart },
  { id: "checkout-quick-start", title: "Checkout quick start", Content: CheckoutStart },
  { id: "authentication", title: "Authentication", Content: Authentication },
  { id: "sdk", title: "SDKs for Node.js and Python", Content: Sdks },
  { id: "clients", title: "Other clients", Content: Clients },
  { id: "test-mode", title: "Test mode", Content: TestMode },
  { id: "idempotency", title: "Idempotency", Content: Idempotency },
  { id: "pagination", title: "Pagination", Content: Pagination },
  { id: "errors", title: "Errors", Content: Errors },
  { id: "rate-limits", title: "Rate limits", Content: RateLimits },
  { id: "quotes", title: "Quotes and emission factors", Content: Quotes },
  { id: "checkout", title: "Checkout sessions", Content: Checkout },
  { id: "payment-links", title: "Payment links", Content: PaymentLinks },
  { id: "seller-details", title: "Seller details, tax and consumers", Content: SellerDetails },
  { id: "reservations", title: "Reservations", Content: Reservations },
  { id: "subaccounts", title: "Subaccounts and logos", Content: Subaccounts },
  { id: "billing", title: "Invoices and balance", Content: InvoicesAndBalance },
  { id: "impact", title: "Impact", Content: Impact },
  { id: "certificates", title: "Certificates and signatures", Content: Certificates },
  { id: "verification", title: "Verification", Content: Verification },
  { id: "webhooks", title: "Webhooks", Content: Webhooks },
  { id: "mcp", title: "AI agents (MCP)", Content: Mcp },
  { id: "deprecations", title: "Deprecations", Content: Deprecations },
  { id: "versioning", title: "Versioning", Content: Versioning },
];

function Contents() {
  return (
    <ul className="text-sm">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="block rounded-md px-2 py-1.5 text-quiet hover:bg-ink/5 hover:text-ink"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Page() {
  return (
    <>
      <DocsHeader current="Guide" />
      <div className="mx-auto w-full max-w-7xl gap-10 px-5 py-6 sm:px-8 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-10">
        <aside className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:p-1">
          <div className="mb-4">
            <Search />
          </div>
          <details className="rounded-xl border border-line bg-paper lg:hidden">
            <summary className="cursor-pointer px-4 py-3 font-medium">On this page</summary>
            <nav aria-label="Sections" className="px-2 pb-3">
              <Contents />
            </nav>
          </details>
          <nav aria-label="Sections" className="hidden lg:block">
            <Contents />
          </nav>
        </aside>
        <main id="content" className="mt-8 min-w-0 max-w-3xl lg:mt-0">
          <h1 className="text-4xl font-semibold tracking-tight">Guide</h1>
          <p className="mt-4 mb-10 text-lg/relaxed text-pretty text-quiet">
            How to integrate the API, from your first order to webhooks. See the{" "}
            <a href="/docs/reference" className="link">
              API reference
            </a>{" "}
            for every field and response.
          </p>
          {sections.map((section) => (
            <SectionPart key={section.id} {...section} />
          ))}
        </main>
      </div>
    </>
  );
}

export const guidePage = publicPage({
  path: "/docs",
  keeping: { group: "build" },
  load: () => null,
  render: () => ({
    head: {
      title: "Guide",
      description: "How to quote, order, and retire carbon credits with the API.",
    },
    body: <Page />,
    scripts: docsScripts,
    shared: "build",
  }),
});
