// Serves public pages under Next, in development and where no other server runs.
// Otherwise server/http/pages.ts serves them.
import { env } from "#core/env";
import { projectRoot } from "#core/installation";
import { publicPages } from "#public-pages";
import { type Assets, loadAssets } from "#site/assets";
import { Site } from "#site/site";

const dev = env.NODE_ENV === "development";
let built: Promise<Assets> | undefined;

function assets(): Promise<Assets> {
  if (dev) return loadAssets(projectRoot(), { dev });
  built ??= loadAssets(projectRoot(), { dev });
  return built;
}

const site = new Site(publicPages, assets);

export async function GET(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const header = (name: string) => request.headers.get(name);
  const match = await site.find({ url: pathname + search, header });
  const { status, headers, body } = await (match ? match.respond() : site.missing());
  return new Response(typeof body === "string" ? body : new Uint8Array(body), { status, headers });
}
