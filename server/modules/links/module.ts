import type { Module } from "#modules/module";
import { buyForm } from "./buy";
import { paymentLinkEndpoints } from "./endpoints";
import { findLinkOfPortfolio, findPublishedLink } from "./public-link";

/** Pages where any number of customers choose an amount and pay. */
export const links: Module = {
  name: "links",
  endpoints: paymentLinkEndpoints,
  forms: [{ route: "/buy/{link}", handle: buyForm }],
  screens: [{ after: "Payments", path: "/checkout", show: "links", name: "Payment links" }],
  publishedLinks: { find: findPublishedLink, findOfPortfolio: findLinkOfPortfolio },
};
