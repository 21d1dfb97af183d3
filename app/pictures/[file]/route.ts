// The address contains the content's hash, so the picture can be cached forever.
import { notFound } from "#core/errors";
import { conditionalResponse } from "#core/page-headers";
import { respondPublicly } from "#core/problem";
import { findPictureFile } from "#domain/pictures";
import { idIn } from "#ui/id-in";

interface Route {
  params: Promise<{ file: string }>;
}

export function GET(request: Request, { params }: Route): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const file = idIn((await params).file);
    const picture = await findPictureFile(ctx, file);
    if (!picture) throw notFound("picture");
    const headers = {
      "content-type": picture.contentType,
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${file}"`,
    };
    return conditionalResponse(request, Buffer.from(picture.bytes), headers);
  });
}
