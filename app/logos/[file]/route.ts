// The address contains the content's hash, so the logo can be cached forever.
import { notFound } from "#core/errors";
import { conditionalResponse } from "#core/page-headers";
import { respondPublicly } from "#core/problem";
import { findLogo } from "#domain/accounts";
import { idIn } from "#ui/id-in";

interface Route {
  params: Promise<{ file: string }>;
}

export function GET(request: Request, { params }: Route): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const file = idIn((await params).file);
    const logo = await findLogo(ctx, file);
    if (!logo) throw notFound("logo");
    const headers = {
      "content-type": logo.contentType,
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
      etag: `"${file}"`,
    };
    return conditionalResponse(request, Buffer.from(logo.bytes), headers);
  });
}
