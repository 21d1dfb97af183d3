import { expect, it } from "vitest";
import { eventTypes } from "./schema";
import { callbackText, toCallback } from "./sending";

it.each(eventTypes)("the text of a callback of %s is its JSON", (type) => {
  const event = { id: 'evt_"1"', type, createdAt: new Date("2026-11-21T12:00:00.120Z") };
  const subject = { id: "x", name: 'Ä "\\" \u2028', amount_kg: 1, nothing: null, list: [{}] };
  expect(callbackText(event, JSON.stringify(subject))).toBe(
    JSON.stringify(toCallback(event, subject)),
  );
});
