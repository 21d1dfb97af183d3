// Allows everything. Pages that must not be indexed say so in their own headers, which crawlers can
// only see if they may fetch the pages.
import type { MetadataRoute } from "next";
import { appUrl } from "#core/env";

export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/v1/", "/webhooks/"] },
    sitemap: `${appUrl()}/sitemap.xml`,
  };
}
