import { globSync } from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error Next reads a plain script, which has no types.
import configure from "#next-config";

/** Matches the addresses of a redirect's source, as Next writes them. */
const patternOf = (source: string) =>
  new RegExp(
    `^${source.replace(/:(\w+)(\([^/]*(?:\/[^/]*)?\))?/g, (_, _name, own) => own ?? "[^/]+")}$`,
  );

const addresses = globSync("app/admin/**/{page,route}.{ts,tsx}").map(
  (file) =>
    `/${file
      .split("/")
      .slice(1, -1)
      .map((part) => part.replace(/^\[.+\]$/, "one"))
      .join("/")}`,
);

test("no redirect of a former address hides a screen", async () => {
  const { redirects } = await configure("phase-production-server");
  const sources: string[] = (await redirects()).map(({ source }: { source: string }) => source);
  expect(addresses.length).toBeGreaterThan(30);
  expect(sources.length).toBeGreaterThan(20);
  const hidden = addresses.filter((address) => sources.some((one) => patternOf(one).test(address)));
  expect(hidden).toEqual([]);
});
