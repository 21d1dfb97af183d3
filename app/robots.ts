// What search engines may read: everything that a browser may. Pages that they must not show say so
// themselves, which only those who read them can know; what links to a page is read for its picture.
import type { MetadataRoute } from "next";
import { appUrl } from "#core/env";

export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/v1/", "/webhooks/"] },
    sitemap: `${appUrl()}/sitemap.xml`,
  };
}
