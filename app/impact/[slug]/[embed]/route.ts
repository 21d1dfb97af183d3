// What others show of an impact page: a badge, a card in a frame, and the picture of a shared link.
import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import { respondPublicly } from "#core/problem";
import { findImpactPage, findImpactSummary } from "#domain/impact";
import { idIn } from "#ui/id-in";
import { drawBadge } from "./badge";
import { drawCard, drawNoCard } from "./card";
import { answerEmbed, FRESH_SECONDS, lookOf } from "./embed";
import { drawShared } from "./shared-picture";

type Answer = (ctx: Context, request: Request, slug: string) => Promise<Response>;

const answers: Record<string, Answer> = {
  async "badge.svg"(ctx, request, slug) {
    const found = await findImpactSummary(ctx, slug);
    if (!found) throw notFound("impact page");
    const { svg, policy } = drawBadge(found, lookOf(request.url));
    const contentType = "image/svg+xml";
    return answerEmbed(request, { body: svg, contentType, policy, maxAgeSeconds: FRESH_SECONDS });
  },
  async card(ctx, request, slug) {
    const look = lookOf(request.url);
    const found = await findImpactSummary(ctx, slug);
    const { html, policy } = found ? drawCard(found, look) : drawNoCard(look);
    const status = found ? 200 : 404;
    const contentType = "text/html; charset=utf-8";
    const fresh = { maxAgeSeconds: FRESH_SECONDS };
    return answerEmbed(request, { body: html, contentType, policy, status, ...fresh });
  },
  async "picture.png"(ctx, request, slug) {
    const found = await findImpactPage(ctx, slug);
    if (!found) throw notFound("impact page");
    const body = await drawShared(ctx, found);
    const policy = "default-src 'none'";
    return answerEmbed(request, { body, contentType: "image/png", policy, maxAgeSeconds: 60 });
  },
};

interface Route {
  params: Promise<{ slug: string; embed: string }>;
}

export function GET(request: Request, { params }: Route): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const { slug, embed } = await params;
    const answer = Object.hasOwn(answers, embed) ? answers[embed] : undefined;
    if (!answer) throw notFound("page");
    return answer(ctx, request, idIn(slug));
  });
}
