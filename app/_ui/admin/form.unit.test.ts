import { expect, test } from "vitest";
import { errorSentence } from "./form";

test("turns a label and a message into a sentence", () => {
  expect(errorSentence("Name", "is required")).toBe("Name is required.");
  expect(errorSentence("Checkout price (US cents per kg)", "must be at least 1")).toBe(
    "Checkout price must be at least 1.",
  );
  expect(errorSentence("Slug", '"demo" is taken by another account')).toBe(
    'Slug "demo" is taken by another account.',
  );
});

test("keeps a message that is already a sentence", () => {
  expect(errorSentence("Email", "Enter an email address.")).toBe("Enter an email address.");
});
