import { sha256 } from "#core/crypto";
import { notFound } from "#core/errors";
import { languageOf } from "#core/language";
import { conditionalResponse } from "#core/page-headers";
import { respondPublicly } from "#core/problem";
import { modeIn } from "#ui/catalogue";
import { drawOnce } from "#ui/drawn-pictures";
import { idIn } from "#ui/id-in";
import { findSheet } from "./contents";
import { Sheet } from "./sheet";

interface Route {
  params: Promise<{ kind: string; id: string }>;
}

export function GET(request: Request, { params }: Route): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const { kind, id } = await params;
    const { searchParams } = new URL(request.url);
    const language = languageOf(searchParams.get("lang")) ?? "en";
    const shared = { kind, id: idIn(id), mode: modeIn(searchParams), language };
    const content = await findSheet(ctx, shared);
    if (!content) throw notFound("page");
    const body = await drawOnce(content, async () => Sheet(content));
    return conditionalResponse(request, body, {
      "content-type": "image/png",
      "content-security-policy": "default-src 'none'",
      "cache-control": "public, max-age=60, stale-while-revalidate=60",
      "cross-origin-resource-policy": "cross-origin",
      "x-robots-tag": "noindex",
      etag: `"${sha256(body).toString("hex").slice(0, 32)}"`,
    });
  });
}
