import fc from "fast-check";
import { expect, it } from "vitest";
import { isNoteOf, retirementNote } from "./note-rules";

const MAX = 256;

it("a note of at most 256 characters carries the beneficiary and the request's ID", () => {
  const note = retirementNote({ id: "rrq_01ABC", beneficiary: "  Acme\n Ltd " }, MAX);
  expect(note).toBe("Retired for Acme Ltd. Reference rrq_01ABC");
  expect(isNoteOf(note, "rrq_01ABC")).toBe(true);
  expect(isNoteOf(note, "rrq_01AB")).toBe(false);
  expect(isNoteOf(null, "rrq_01ABC")).toBe(false);
});

it("a long beneficiary never pushes out the ID, and no character is cut in half", () => {
  const beneficiary = fc.string({ unit: "grapheme", minLength: 1, maxLength: 600 });
  fc.assert(
    fc.property(beneficiary, fc.stringMatching(/^rrq_[0-9A-Z]{26}$/), (name, id) => {
      const note = retirementNote({ id, beneficiary: name }, MAX);
      expect(note.length).toBeLessThanOrEqual(MAX);
      expect(note.isWellFormed()).toBe(true);
      expect(isNoteOf(note, id)).toBe(true);
    }),
  );
  const long = retirementNote({ id: "rrq_1", beneficiary: "W".repeat(512) }, MAX);
  expect(long).toMatch(/^Retired for W{200,}…\. Reference rrq_1$/);
});
