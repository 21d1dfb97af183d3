// The documentation and the listed impact pages.
import type { MetadataRoute } from "next";
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { listListedPages } from "#domain/impact";

export const dynamic = "force-dynamic";

/** Limit of the sitemap format. */
const MAX_ADDRESSES = 50_000;

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const own = ["/", "/docs", "/docs/reference", "/docs/emission-factors", "/docs/changelog"];
  const slugs = await listListedPages(publicContext(), { most: MAX_ADDRESSES - own.length });
  const paths = [...own, ...slugs.map((slug) => `/impact/${slug}`)];
  return paths.map((path) => ({ url: `${appUrl()}${path}` }));
}
