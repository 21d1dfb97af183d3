import fs from "node:fs";
import { expect, it } from "vitest";

it("the style sheet of public pages is made from each folder with public pages", () => {
  const pages = fs.readFileSync("app/public-pages.tsx", "utf8");
  const folders = [...pages.matchAll(/from "\.\/([a-z]+)\//g)].map((match) => match[1]);
  const sources = /\.\/\{([a-z0-9,]+)\}/.exec(fs.readFileSync("app/public.css", "utf8"))?.[1];
  expect(sources?.split(",")).toEqual(expect.arrayContaining([...new Set(folders)]));
  expect(folders).toContain("certificates");
});
