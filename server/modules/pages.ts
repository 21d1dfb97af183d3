// Public pages of modules.
import { isUsed } from "#modules";
import type { PublicPage } from "#site/public-page";
import { buyPage } from "./links/buy-page";

const pages: Record<string, readonly PublicPage[]> = {
  links: [buyPage],
};

export const modulePages = Object.entries(pages).flatMap(([name, list]) =>
  isUsed(name) ? list : [],
);
