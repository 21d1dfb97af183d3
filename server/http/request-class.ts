// Classifies requests by their head, to decide which are served first under load.
import type http from "node:http";
import { problems } from "#core/errors";

export function isRead({ method }: { method?: string | undefined }): boolean {
  return method === "GET" || method === "HEAD";
}

export interface RequestHead {
  hosts: number;
  /** An API key, valid or not. */
  authorization: string | undefined;
  hasBody: boolean;
  /** The body is compressed. */
  isEncoded: boolean;
}

/** Reads the few headers that decide on admission, without parsing all. */
export function readHead({ rawHeaders }: http.IncomingMessage): RequestHead {
  const head: RequestHead = {
    hosts: 0,
    authorization: undefined,
    hasBody: false,
    isEncoded: false,
  };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const length = name.length;
    if (length !== 4 && length !== 13 && length !== 14 && length < 16) continue;
    const value = rawHeaders[at + 1] ?? "";
    switch (name.toLowerCase()) {
      case "host":
        head.hosts += 1;
        break;
      case "authorization":
        head.authorization ??= value;
        break;
      case "content-length":
        head.hasBody ||= value !== "0";
        break;
      case "transfer-encoding":
        head.hasBody = true;
        break;
      case "content-encoding":
        head.isEncoded ||= !/^\s*(identity)?\s*$/i.test(value);
        break;
    }
  }
  return head;
}

/** Converts a target with a host, which a server must accept (RFC 9112, section 3.2.2). */
function takeAbsoluteForm(req: http.IncomingMessage): boolean {
  const target = req.url ?? "";
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return false;
  const { host, pathname, search } = new URL(target);
  req.url = `${pathname}${search}`;
  req.headers.host = host;
  return true;
}

/**
 * Returns false for requests that must not be handled. A target with a host becomes a path and a
 * Host header, so nothing later sees or redirects to a target that is not a path.
 */
export function acceptHead(req: http.IncomingMessage, { hosts }: RequestHead): boolean {
  if (hosts > 1) return false;
  return req.url?.startsWith("/") === true || takeAbsoluteForm(req);
}

/** By priority, highest first. */
export const classes = [
  // Checkouts and payments, which may wait for a payment provider.
  "payments",
  // Orders, which only wait for the database.
  "sales",
  "checkout",
  "api",
  // Reports of payment providers, which send them again, and are asked anyway.
  "notices",
  "dashboard",
  "assets",
  // Requests with a key that was not accepted recently: see senders.ts.
  "unproven",
  "pages",
  "docs",
  // Their bodies are streamed, so they run for as long as these take to arrive.
  "uploads",
] as const;
export type RequestClass = (typeof classes)[number];

/** Limits for requests without a proven key: see senders.ts. */
export type AddressKind =
  | "api"
  | "checkout"
  | "webhooks"
  | "forms"
  | "dashboard"
  | "assets"
  | "pages"
  | "docs";

export interface RequestKind {
  class: RequestClass;
  /** Null with a key: keys have their own limits. */
  counted: AddressKind | null;
  /** The body is streamed, and may arrive slowly. */
  isUpload?: boolean;
}

/** Requests that take a payment or an order further are limited by what they are about. */
const SUBJECT = /^\/(checkout|withdraw|buy|unsubscribe)\/[^/?]+/;

/** Returns the part of the path that names the session or link of a form. */
export function subjectOf(req: http.IncomingMessage): string | undefined {
  return isRead(req) ? undefined : SUBJECT.exec(req.url ?? "")?.[0];
}

const KIB = 1024;
const FORM = /^\/(checkout|withdraw|buy|unsubscribe|api\/auth)\//;

/** Returns how many bytes the body of a request may have, unless it is streamed. */
export function maxBodyBytes(url: string): number {
  if (FORM.test(url)) return 64 * KIB;
  if (url.startsWith("/webhooks/")) return 256 * KIB;
  // Logos, and files of subaccounts.
  if (url.startsWith("/trpc/") && !url.startsWith("/trpc/session.")) return 8 * KIB * KIB;
  return KIB * KIB;
}

const ERROR_PAGE = new RegExp(`^/v1/errors/(${Object.keys(problems).join("|")})$`);

/** Returns the request target without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

export const SECURITY_PATH = "/.well-known/security.txt";
export const METRICS_PATH = "/metrics";
const own = new Set(["/livez", "/readyz", METRICS_PATH, SECURITY_PATH]);

/** Returns true for paths that the server handles itself: see own-paths.ts. */
export function isOwnPath(url: string): boolean {
  return own.has(pathOf(url));
}

/** Returns true for the pages that explain problems, which are below the API's path. */
export function isErrorPage(path: string): boolean {
  return ERROR_PAGE.test(path);
}

/**
 * Its holder may pay and see the payment, withdraw from the contract, turn a notification off, or
 * read a report.
 */
const SECRET = /\bcs_\w+|(?<=^\/(checkout|withdraw|unsubscribe|reports)\/)[^/]+/g;

/** Returns the path for the log, without its query and secrets. */
export function loggedPath(url: string): string {
  return pathOf(url).replace(SECRET, "…").slice(0, 300);
}
