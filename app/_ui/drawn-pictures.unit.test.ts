// Names in pictures, in every script that documents have.
import { expect, it } from "vitest";
import { drawLine } from "#pdf";
import { charactersOf, drawnName, interFaces, nameForPicture } from "./drawn-pictures";

const draw = (name: string) => drawLine(name, "#000");

it("has the name as text if Inter covers it", () => {
  const named = nameForPicture;
  expect(named("Žluťoučký  kůň \u{1F333}")).toBe("Žluťoučký kůň");
  expect(named("地球 Ltd")).toBeNull();
  expect(named("\u{1F333}")).toBeNull();
  expect(named("W".repeat(512))).toHaveLength(141);
});

it.each([
  ["株式会社例", "株式会社列"],
  ["北京示例公司 Ltd", "北京示列公司 Ltd"],
  ["한국탄소", "한국탄수"],
  ["شركة المستقبل 2026", "شركة المستقبل 2027"],
  ["חברת הדוגמה", "חברת הדוגמא"],
  ["हिन्दी कंपनी", "हिन्दी कपनी"],
  ["বাংলা কোম্পানি", "বাংলা কোম্পানী"],
  ["தமிழ் நிறுவனம்", "தமிழ் நிறுவனங்"],
  ["บริษัทตัวอย่าง", "บริษัทตัวอยาง"],
])("draws the name %s, which Inter lacks", async (name, other) => {
  const [first, second] = [await drawnName(name, draw), await drawnName(other, draw)];
  expect(first).toMatchObject({ src: expect.stringMatching(/^data:image\/svg/) });
  expect(second).not.toEqual(first);
});

it("has no name in a script that no font has, or that would be too small", async () => {
  expect(await drawnName("𒀀𒀁", draw)).toBeNull();
  expect(await drawnName("株".repeat(80), draw)).toBeNull();
});

it("the font's cmap lists its characters", () => {
  for (const { data } of interFaces()) {
    const characters = charactersOf(data);
    expect(characters.size).toBeGreaterThan(2000);
    for (const letter of "AZaz09éßΩЖ₂")
      expect(characters.has(letter.codePointAt(0) ?? 0)).toBe(true);
    for (const letter of "地ع🌳") expect(characters.has(letter.codePointAt(0) ?? 0)).toBe(false);
  }
});
