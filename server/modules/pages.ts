// Public pages of modules.
import { isUsed } from "#modules";
import type { PublicPage } from "#site/public-page";
import { buyPage } from "./links/buy-page";
import { unsubscribePage } from "./notices/unsubscribe-page";
import { reportPage } from "./reports/report-page";

const pages: Record<string, readonly PublicPage[]> = {
  links: [buyPage],
  notices: [unsubscribePage],
  reports: [reportPage],
};

export const modulePages = Object.entries(pages).flatMap(([name, list]) =>
  isUsed(name) ? list : [],
);
