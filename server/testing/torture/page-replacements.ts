// Loaded by without-pages.mjs instead of Next's build and pages.
import { getRequestListener } from "@hono/node-server";
import { isUnreachable } from "#core/db-errors";
import type { Pages } from "#http/pages";
import type { PublicPages } from "#site/public-page";
import { servePageFacts } from "#testing/world/page-facts";

export const publicPages: PublicPages = {
  pages: [],
  missing: () => ({ head: { title: "" }, body: null }),
  failed: () => ({ head: { title: "" }, body: null }),
  unbuilt: () => ({ head: { title: "" }, body: null }),
};

export function isBuilt(): boolean {
  return true;
}

export class RendererRun {
  async stop(): Promise<void> {}
}

export async function startPages(): Promise<Pages> {
  const handle = getRequestListener(
    async (request) =>
      /^\/checkout\/[^/]+$/.test(new URL(request.url).pathname)
        ? servePageFacts(request)
        : new Response(null, { status: 404 }),
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => new Response(null, { status: isUnreachable(error) ? 503 : 500 }),
    },
  );
  return { handle, expireData: () => undefined, close: async () => undefined };
}
