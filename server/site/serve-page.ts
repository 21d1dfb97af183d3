// Serves public pages under Next, in development and where no other server runs.
// Otherwise server/http/pages.ts serves them.

import { projectRoot } from "#core/build";
import { env } from "#core/env";
import { type Assets, loadAssets } from "./assets";
import type { PublicPages } from "./public-page";
import { Site } from "./site";

const dev = env.NODE_ENV === "development";
let built: Promise<Assets> | undefined;

function assets(): Promise<Assets> {
  if (dev) return loadAssets(projectRoot(), { compiles: true });
  built ??= loadAssets(projectRoot(), { compiles: false });
  return built;
}

/** Responds with the public page at the address. */
export async function servePage(pages: PublicPages, request: Request): Promise<Response> {
  const site = new Site(pages, assets);
  const { pathname, search } = new URL(request.url);
  const header = (name: string) => request.headers.get(name);
  const from = { url: pathname + search, header };
  const match = await site.find(from);
  const { status, headers, body } = await (match ? match.respond() : site.missing(from));
  return new Response(typeof body === "string" ? body : new Uint8Array(body), { status, headers });
}
