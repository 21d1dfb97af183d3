import { expect, it } from "vitest";
import { MAX_REPORTED } from "./import-report";
import { MAX_IMPORT_BYTES, problemReport } from "./operator-jobs";

it("reports each message with its place, and their number", () => {
  const errors = { "lots.csv:2": ["is too short", "has no project"], "lots.csv:9": ["is double"] };
  expect(problemReport("The file is refused.", errors)).toEqual({
    problem: {
      title: "The file is refused.",
      errors: [
        { place: "lots.csv:2", message: "is too short" },
        { place: "lots.csv:2", message: "has no project" },
        { place: "lots.csv:9", message: "is double" },
      ],
      errorCount: 3,
    },
  });
  expect(problemReport("It failed.").problem).toMatchObject({ errors: [], errorCount: 0 });
});

it("stores a limited number of messages, and counts all", () => {
  const messages = Array.from({ length: MAX_REPORTED + 1 }, (_, index) => `fault ${index}`);
  const { problem } = problemReport("The file is refused.", { "lots.csv": messages });
  expect(problem?.errors.map(({ message }) => message)).toEqual(messages.slice(0, MAX_REPORTED));
  expect(problem?.errorCount).toBe(MAX_REPORTED + 1);
});

it("accepts files of 64 MB in total", () => {
  expect(MAX_IMPORT_BYTES).toBe(67_108_864);
});
