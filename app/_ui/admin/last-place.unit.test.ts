import { expect, it } from "vitest";
import { placeText, readPlace } from "./last-place";

it("the last place is read as it was written, and nothing else is", () => {
  const place = { slug: "acme-2", mode: "live" } as const;
  expect(readPlace(placeText(place))).toEqual(place);
  for (const text of [undefined, "", "acme", "acme.both", "../x.live", "acme.live.test", ".live"]) {
    expect([text, readPlace(text)]).toEqual([text, null]);
  }
});
