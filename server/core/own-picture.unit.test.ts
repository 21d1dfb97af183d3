// Pictures of this installation, and those of anybody else.
import { expect, test } from "vitest";
import { ownPicture } from "./own-picture";

test("a picture elsewhere is never asked for", () => {
  const app = "https://till.example";
  expect(ownPicture("/images/a.svg", app)).toBe("/images/a.svg");
  expect(ownPicture("https://till.example/a.png?v=1", app)).toBe("/a.png?v=1");
  expect(ownPicture("https://elsewhere.example/a.png", app)).toBeNull();
  expect(ownPicture("//elsewhere.example/a.png", app)).toBeNull();
  expect(ownPicture("https://till.example.elsewhere.example/a.png", app)).toBeNull();
  expect(ownPicture("data:image/png;base64,AAAA", app)).toBeNull();
  expect(ownPicture("https://[", app)).toBeNull();
  expect(ownPicture(null, app)).toBeNull();
});
