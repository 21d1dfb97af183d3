import { expect, test } from "vitest";
import { decodeText } from "./decode-text";

test("an export is read as UTF-8, else as Windows-1252, and a spreadsheet is refused", () => {
  const name = "José’s forest";
  expect(decodeText(new TextEncoder().encode(name))).toBe(name);
  const old = Uint8Array.from([0x4a, 0x6f, 0x73, 0xe9, 0x92, 0x73]);
  expect(decodeText(old)).toBe("José’s");
  expect(decodeText(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00]))).toBeNull();
});

test.each(["\ufeffName;José", "Project;Vintage"])("UTF-16 is read: %s", (text) => {
  const little = Buffer.from(text, "utf16le");
  expect(decodeText(little)).toBe(text.replace("\ufeff", ""));
  expect(decodeText(little.swap16())).toBe(text.replace("\ufeff", ""));
});
