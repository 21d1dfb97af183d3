// Embeds of an impact page: the badge, the card, and the preview picture of shared links.

import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import { respondPublicly } from "#core/problem";
import { findBrand } from "#domain/brands";
import { findImpactPage, findImpactSummary } from "#domain/impact";
import { drawBadge } from "./badge";
import { drawCard, drawNoCard } from "./card";
import { embedResponse, FRESH_SECONDS, readOptions } from "./embed";
import { drawShared } from "./shared-picture";

type Handler = (ctx: Context, request: Request, address: string) => Promise<Response>;

/** The summary with its owner's logo and color; null without a page. */
async function findOwned(ctx: Context, address: string) {
  const summary = await findImpactSummary(ctx, address);
  if (!summary) return null;
  const { logoUrl, accent } = await findBrand(ctx, summary.owner);
  return { ...summary, logoUrl, accent };
}

const handlers: Record<string, Handler> = {
  async "badge.svg"(ctx, request, address) {
    const summary = await findOwned(ctx, address);
    if (!summary) throw notFound("impact page");
    const { svg, policy } = drawBadge(summary, {
      ...readOptions(request.url),
      accent: summary.accent,
    });
    const contentType = "image/svg+xml";
    return embedResponse(request, { body: svg, contentType, policy, maxAgeSeconds: FRESH_SECONDS });
  },
  async card(ctx, request, address) {
    const options = readOptions(request.url);
    const summary = await findOwned(ctx, address);
    const { html, policy } = summary
      ? drawCard(summary, { ...options, accent: summary.accent })
      : drawNoCard(options);
    const status = summary ? 200 : 404;
    const contentType = "text/html; charset=utf-8";
    const fresh = { maxAgeSeconds: FRESH_SECONDS };
    return embedResponse(request, { body: html, contentType, policy, status, ...fresh });
  },
  async "picture.png"(ctx, request, address) {
    const page = await findImpactPage(ctx, address);
    if (!page) throw notFound("impact page");
    const { language } = readOptions(request.url);
    const brand = await findBrand(ctx, page.owner);
    const body = await drawShared(ctx, page, { ...brand, language });
    const policy = "default-src 'none'";
    return embedResponse(request, { body, contentType: "image/png", policy, maxAgeSeconds: 60 });
  },
};

export const isEmbed = (name: string): boolean => Object.hasOwn(handlers, name);

/** Responds with the embed of the page with this address. */
export function serveEmbed(
  request: Request,
  { address, embed }: { address: string; embed: string },
): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const handler = isEmbed(embed) ? handlers[embed] : undefined;
    if (!handler) throw notFound("page");
    return handler(ctx, request, address);
  });
}
