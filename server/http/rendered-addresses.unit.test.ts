import fs from "node:fs";
import { expect, it } from "vitest";
import { isRendered } from "./pages";

/** Addresses that the front handles itself, or serves by a page of the site. */
const OF_FRONT = /^\/(v1|webhooks|checkout|sdk)\/|^\/\[\[\.\.\.path\]\]$/;

/** Returns an address of each route and page of Next, and of each public file. */
function addresses(): string[] {
  const app = fs
    .readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => !file.startsWith("_ui"))
    .flatMap((file) => {
      const [, folder] = /^(.*?)(?:^|\/)(?:route\.tsx?|page\.tsx)$/.exec(file) ?? [];
      if (folder !== undefined) return [`/${folder}`];
      return /^(icon\.svg|robots\.ts|sitemap\.ts)$/.test(file) ? [`/${file}`] : [];
    })
    .map((address) => address.replace("robots.ts", "robots.txt").replace(/\.ts$/, ".xml"));
  const files = fs
    .readdirSync("public", { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replace(/^public/, ""));
  return [...app, ...files].filter((address) => !OF_FRONT.test(address));
}

it("knows each address of the renderer", () => {
  const all = addresses();
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter((address) => !isRendered(address))).toEqual([]);
});

it.each([
  "/wp-login.php",
  "/certificates-1",
  "/favicon.ico",
  "/x.js",
  "/checkout/cs_1",
  "/verify/1",
])("%s is not one", (address) => expect(isRendered(address)).toBe(false));
