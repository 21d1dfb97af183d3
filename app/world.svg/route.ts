// Land of the world map. Separate from the pages, so that they load faster.
import { sha256 } from "#core/crypto";
import { conditionalResponse } from "#core/page-headers";
import { LAND, VIEW_BOX } from "#ui/world";

/** The color `thread` of app/theme.css. */
const fills = { light: "#a9cbb8", dark: "#2f5243" };

export function GET(request: Request): Response {
  const fill = new URL(request.url).searchParams.get("theme") === "dark" ? fills.dark : fills.light;
  const body =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${VIEW_BOX}">` +
    `<path fill="${fill}" d="${LAND}"/></svg>`;
  const headers = {
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=86400",
    etag: `"${sha256(body).toString("hex").slice(0, 32)}"`,
  };
  return conditionalResponse(request, body, headers);
}
