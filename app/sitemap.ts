// What search engines are told of: the documentation, and the impact pages that may be found.
import type { MetadataRoute } from "next";
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { listListedPages } from "#domain/impact";

export const dynamic = "force-dynamic";

/** More a sitemap may not hold. */
const MOST = 50_000;

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const own = ["/", "/docs", "/docs/reference"];
  const slugs = await listListedPages(publicContext(), { most: MOST - own.length });
  const paths = [...own, ...slugs.map((slug) => `/impact/${slug}`)];
  return paths.map((path) => ({ url: `${appUrl()}${path}` }));
}
