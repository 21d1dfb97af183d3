import type { Assets } from "#site/assets";

/** Files of pages, for tests of pages without a browser. */
export const noAssets: Assets = {
  css: "",
  stylesheet: "/a.css",
  font: "/a.woff2",
  icon: "data:,",
  find: () => undefined,
};
