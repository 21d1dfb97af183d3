// The class and the limits of a request.
import { moduleAddresses } from "#modules";
import type { Endpoint } from "#rest/endpoint";
import { findEndpoint } from "#rest/serve";
import {
  type AddressKind,
  isErrorPage,
  isRead,
  pathOf,
  type RequestClass,
  type RequestKind,
} from "./request-class";

const OPENAPI = "/v1/openapi.json";
const UPLOADS = /^\/admin\/operator\/[^/]+\/(import|retirements)\/files$/;
const DOCS = /^\/(docs(\.md|\/.*)?|llms\.txt)$/;
const DASHBOARD = /^\/(admin|trpc|api)(\/|$)/;
const ASSET = /^\/(_next|logos|pictures)\/|^\/[^/]+\.\w{2,5}$/;

/** Returns true for paths of the API, and of the pages that explain its problems. */
export const isApiPath = (path: string) => path === "/v1" || path.startsWith("/v1/");

const kind = (name: RequestClass, counted: AddressKind | null): RequestKind =>
  Object.freeze({ class: name, counted });

const sales = { order: kind("sales", null), payment: kind("payments", null) };
const apiWithKey = kind("api", null);
const apiWithoutKey = kind("pages", "api");
const payForm = kind("payments", "checkout");
const checkoutPage = kind("checkout", "checkout");
const webhook = kind("notices", "webhooks");
const loginForm = kind("dashboard", "forms");
const dashboard = kind("dashboard", "dashboard");
const asset = kind("assets", "assets");
const page = kind("pages", "pages");
const pageForm = kind("pages", "forms");
const doc = kind("docs", "docs");

function kindOfApi(endpoint: Endpoint | undefined, hasKey: boolean): RequestKind {
  if (!hasKey) return apiWithoutKey;
  return endpoint?.sale ? sales[endpoint.sale] : apiWithKey;
}

function kindOfPage(method: string, path: string): RequestKind {
  const reads = isRead({ method });
  if (/^\/(checkout|withdraw|buy)\//.test(path)) return reads ? checkoutPage : payForm;
  if (path.startsWith("/webhooks/")) return webhook;
  // Sign-in and password reset; later actions have a cookie.
  if (!reads && /^\/(api\/auth\/|trpc\/session\.)/.test(path)) return loginForm;
  if (DASHBOARD.test(path)) return dashboard;
  if (DOCS.test(path)) return doc;
  if (!reads && path.startsWith("/unsubscribe/")) return pageForm;
  return ASSET.test(path) ? asset : page;
}

/** `hasKey`: the request has an API key, valid or not. */
export function kindOf(method: string, url: string, hasKey: boolean): RequestKind {
  const path = pathOf(url);
  if (moduleAddresses.has(path)) return hasKey ? apiWithKey : apiWithoutKey;
  if (path === OPENAPI || isErrorPage(path)) return doc;
  const endpoint = isApiPath(path) ? findEndpoint(method, path) : undefined;
  const kind = isApiPath(path) ? kindOfApi(endpoint, hasKey) : kindOfPage(method, path);
  const isUpload = endpoint?.upload !== undefined || (method === "POST" && UPLOADS.test(path));
  return isUpload ? { ...kind, class: "uploads", isUpload } : kind;
}

/** Returns whether a page may look different after a request that is not a read. */
export function changesPages(method: string, url: string): boolean {
  const path = pathOf(url);
  if (!isApiPath(path)) return !path.startsWith("/buy/");
  const endpoint = findEndpoint(method, path);
  if (endpoint?.access !== "write") return false;
  // No page shows new orders and sessions, which may come a thousand times per second.
  return endpoint.sale === undefined || endpoint.path.includes("{");
}
