// The public pages under Next: in development, which reloads them, and where nothing else is.
// Otherwise server/http/pages.ts answers with them.
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
  const found = await site.find({ url: pathname + search, header });
  const { status, headers, body } = await (found ? found.answer() : site.missing());
  return new Response(typeof body === "string" ? body : new Uint8Array(body), { status, headers });
}
