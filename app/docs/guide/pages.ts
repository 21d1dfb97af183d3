import { isUsed } from "#modules";
import { InvoicesAndBalance, Statements } from "./billing";
import { Certificates, Verification } from "./certificates";
import { CheckoutStart } from "./checkout-start";
import { Clients } from "./clients";
import { SellerDetails } from "./consumers";
import { Currencies } from "./currencies";
import { Delivery } from "./delivery";
import { Mcp } from "./mcp";
import { Errors, Idempotency, Pagination, RateLimits } from "./requests";
import type { Section } from "./section";
import { Checkout, Impact, PaymentLinks, Quotes, Reservations, Subaccounts } from "./selling";
import { Authentication, QuickStart, Sdks, TestMode } from "./start";
import { Deprecations, Versioning } from "./versions";
import { Webhooks } from "./webhooks";

export interface GuidePage {
  path: string;
  title: string;
  /** Completes the sentence "How to …". */
  task: string;
  sections: readonly Section[];
}

const pages: readonly GuidePage[] = [
  {
    path: "/docs",
    title: "Start",
    task: "place your first order, with or without an SDK",
    sections: [
      { id: "quick-start", title: "Quick start", Content: QuickStart },
      { id: "authentication", title: "Authentication", Content: Authentication },
      { id: "sdk", title: "SDKs for Node.js and Python", Content: Sdks },
      { id: "clients", title: "Other clients", Content: Clients },
    ],
  },
  {
    path: "/docs/orders",
    title: "Orders",
    task: "quote, order once, and list what you ordered",
    sections: [
      { id: "quotes", title: "Quotes and emission factors", Content: Quotes },
      { id: "currencies", title: "Currencies", Content: Currencies },
      { id: "idempotency", title: "Idempotency", Content: Idempotency },
      { id: "pagination", title: "Pagination", Content: Pagination },
      {
        id: "reservations",
        title: "Reservations",
        Content: Reservations,
        module: "reservations",
      },
    ],
  },
  {
    path: "/docs/checkout",
    title: "Checkout",
    task: "have your customers pay for their own credits",
    sections: [
      { id: "checkout-quick-start", title: "Checkout quick start", Content: CheckoutStart },
      { id: "checkout", title: "Checkout sessions", Content: Checkout },
    ],
  },
  {
    path: "/docs/selling",
    title: "Selling to consumers",
    task: "sell without code, as the seller that the law asks for",
    sections: [
      { id: "payment-links", title: "Payment links", Content: PaymentLinks, module: "links" },
      { id: "seller-details", title: "Seller details, tax and consumers", Content: SellerDetails },
    ],
  },
  {
    path: "/docs/webhooks",
    title: "Webhooks",
    task: "receive events and verify who sent them",
    sections: [{ id: "webhooks", title: "Webhooks", Content: Webhooks }],
  },
  {
    path: "/docs/deliveries",
    title: "Webhook deliveries",
    task: "lose no event: retries, duplicates, secrets, tests, and resending",
    sections: [{ id: "deliveries", title: "Deliveries", Content: Delivery }],
  },
  {
    path: "/docs/subaccounts",
    title: "Subaccounts and impact",
    task: "order for your own customers, and show what was retired",
    sections: [
      { id: "subaccounts", title: "Subaccounts and logos", Content: Subaccounts },
      { id: "impact", title: "Impact", Content: Impact },
    ],
  },
  {
    path: "/docs/certificates",
    title: "Certificates",
    task: "verify certificates, signatures and serial numbers",
    sections: [
      { id: "certificates", title: "Certificates and signatures", Content: Certificates },
      { id: "verification", title: "Verification", Content: Verification },
    ],
  },
  {
    path: "/docs/errors",
    title: "Errors and limits",
    task: "handle each error, and stay within the limits",
    sections: [
      { id: "errors", title: "Errors", Content: Errors },
      { id: "rate-limits", title: "Rate limits", Content: RateLimits },
    ],
  },
  {
    path: "/docs/go-live",
    title: "Test and go live",
    task: "test every outcome, go live, and keep up with changes",
    sections: [
      { id: "test-mode", title: "Test mode", Content: TestMode },
      {
        id: "billing",
        title: "Invoices and balance",
        Content: InvoicesAndBalance,
        module: "billing",
      },
      { id: "statements", title: "Statements", Content: Statements, module: "statements" },
      { id: "deprecations", title: "Deprecations", Content: Deprecations },
      { id: "versioning", title: "Versioning", Content: Versioning },
    ],
  },
  {
    path: "/docs/agents",
    title: "AI agents",
    task: "let AI agents quote and order, within a limit",
    sections: [{ id: "mcp", title: "AI agents (MCP)", Content: Mcp, module: "mcp" }],
  },
];

/** A page for each task, which takes three minutes to read. */
export const guidePages = pages
  .map((page) => ({
    ...page,
    sections: page.sections.filter(({ module }) => module === undefined || isUsed(module)),
  }))
  .filter(({ sections }) => sections.length > 0);
