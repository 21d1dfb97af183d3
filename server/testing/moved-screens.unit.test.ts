import { globSync } from "node:fs";
import path from "node:path";
import { PHASE_DEVELOPMENT_SERVER } from "next/constants";
import { expect, test } from "vitest";

/** Matches the addresses of a redirect's source, as Next writes them. */
const patternOf = (source: string) =>
  new RegExp(
    `^${source.replace(/:(\w+)(\([^/]*(?:\/[^/]*)?\))?/g, (_, _name, own) => own ?? "[^/]+")}$`,
  );

const addresses = globSync("app/admin/**/page.{ts,tsx}").map(
  (file) =>
    `/${file
      .split("/")
      .slice(1, -1)
      .map((part) => part.replace(/^\[.+\]$/, "one"))
      .join("/")}`,
);

test("no redirect of a former address hides a screen", async () => {
  const { default: configure } = await import(path.resolve("next.config.js"));
  const { redirects } = await configure(PHASE_DEVELOPMENT_SERVER);
  const sources: string[] = (await redirects()).map(({ source }: { source: string }) => source);
  expect(addresses.length).toBeGreaterThan(30);
  expect(sources.length).toBeGreaterThan(20);
  const hidden = addresses.filter((address) => sources.some((one) => patternOf(one).test(address)));
  expect(hidden).toEqual([]);
});
