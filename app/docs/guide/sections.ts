// The guide's sections in their order.
import { Certificates } from "./certificates";
import { Errors, Idempotency, Pagination, RateLimits } from "./requests";
import type { Section } from "./section";
import { Checkout, Impact, Quotes, Subaccounts } from "./selling";
import { Authentication, QuickStart, TestMode } from "./start";
import { Verification } from "./verification";
import { Deprecations, Versioning } from "./versions";
import { Webhooks } from "./webhooks";

export const sections: Section[] = [
  { id: "quick-start", title: "Quick start", Content: QuickStart },
  { id: "authentication", title: "Authentication", Content: Authentication },
  { id: "test-mode", title: "Test mode", Content: TestMode },
  { id: "idempotency", title: "Idempotency", Content: Idempotency },
  { id: "pagination", title: "Pagination", Content: Pagination },
  { id: "errors", title: "Errors", Content: Errors },
  { id: "rate-limits", title: "Rate limits", Content: RateLimits },
  { id: "quotes", title: "Quotes and emission factors", Content: Quotes },
  { id: "checkout", title: "Checkout sessions", Content: Checkout },
  { id: "subaccounts", title: "Subaccounts and logos", Content: Subaccounts },
  { id: "impact", title: "Impact", Content: Impact },
  { id: "certificates", title: "Certificates and their signatures", Content: Certificates },
  { id: "verification", title: "Checking a certificate", Content: Verification },
  { id: "webhooks", title: "Webhooks", Content: Webhooks },
  { id: "deprecations", title: "Deprecations", Content: Deprecations },
  { id: "versioning", title: "Versioning", Content: Versioning },
];
