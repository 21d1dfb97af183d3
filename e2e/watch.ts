// What a page of the product never does: it makes no error, and asks no other host.
import type { Page } from "@playwright/test";

/** Gathers what a visitor must never meet: errors in the console, requests to other hosts. */
export function watch(page: Page, baseURL: string | undefined): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  page.on("pageerror", (error) => found.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) found.push(request.url());
  });
  return found;
}
