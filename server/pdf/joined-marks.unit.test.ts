import { expect, it } from "vitest";
import { joinMarks } from "./joined-marks";

/** A path with one point, which keeps where it was moved. */
function pointAt(x: number, y: number) {
  return {
    commands: [{ command: "moveTo", args: [x, y] }],
    bbox: { minX: x, minY: y, maxX: x, maxY: y },
    translate: (dx: number, dy: number) => pointAt(x + dx, y + dy),
  };
}

const glyph = (id: number, character: string, advanceWidth: number) => ({
  ...{ id, advanceWidth, codePoints: [character.codePointAt(0) ?? 0], path: pointAt(0, 0) },
});

const run = (advance: number) => ({
  glyphs: [glyph(1, "\u0643", advance), glyph(2, "\u064f", 300)],
  positions: [
    { xAdvance: advance, xOffset: 0, yOffset: 0 },
    { xAdvance: 0, xOffset: 150, yOffset: 700 },
  ],
});

it("has a letter draw its mark above it, and the mark stand beside it", () => {
  const { glyphs, positions } = joinMarks(run(600), 1000);
  const [letter, mark] = glyphs;
  expect(letter?.joined?.path.commands.map(({ args }) => args)).toEqual([
    [-300, 0],
    [-150, 700],
  ]);
  expect(mark?.joined?.path.commands).toEqual([]);
  expect(glyphs.map(({ codePoints }) => codePoints)).toEqual([[0x643], [0x64f]]);
  expect(glyphs.map(({ advanceWidth }) => advanceWidth)).toEqual([300, 300]);
  expect(positions).toEqual([
    { xAdvance: 300, xOffset: 0, yOffset: 0 },
    { xAdvance: 300, xOffset: 0, yOffset: 0 },
  ]);
});

it("leaves marks over letters that are too narrow to stand beside them", () => {
  const { glyphs, positions } = joinMarks(run(150), 1000);
  expect(glyphs.every(({ joined }) => joined === undefined)).toBe(true);
  expect(positions).toEqual(run(150).positions);
});
