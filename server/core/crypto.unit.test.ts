import { describe, expect, it } from "vitest";
import { checksumBase62, randomBase62 } from "./crypto";

describe("base 62", () => {
  it("uses all letters about equally", () => {
    const counts = new Map<string, number>();
    for (const letter of randomBase62(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(250);
  });

  it("has checksums of six letters that change with the text", () => {
    expect(checksumBase62("a")).toMatch(/^[0-9A-Za-z]{6}$/);
    expect(checksumBase62("a")).not.toBe(checksumBase62("b"));
  });
});
