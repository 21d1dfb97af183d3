// Pages of the documentation as their readers get them.
import { publicPages } from "#public-pages";
import { loadAssets } from "#site/assets";
import { Site } from "#site/site";

export async function openDocsSite() {
  const assets = await loadAssets(process.cwd(), { compiles: true });
  const site = new Site(publicPages, async () => assets);
  async function read(url: string) {
    const match = await site.find({ url, header: () => null });
    const { status, headers, body } = (await match?.respond()) ?? {
      status: 404,
      headers: {},
      body: "",
    };
    const { "content-type": type, "cache-control": caching } = headers;
    return { status, type, caching, text: String(body) };
  }
  return { site, read };
}

/** Blocks of code in Markdown. */
export function codeIn(markdown: string): { language: string; code: string }[] {
  const blocks = markdown.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm);
  return [...blocks].map(([, language = "", code = ""]) => ({ language, code }));
}
