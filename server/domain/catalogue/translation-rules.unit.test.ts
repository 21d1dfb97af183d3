import fc from "fast-check";
import { expect, test } from "vitest";
import { languages } from "#core/language";
import { TranslatedCatalogue, translationOfSame, withTranslation } from "./translation-rules";
import { type EntryKind, entryKinds, translatable, translationsOf } from "./translation-schema";

const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== "");
const original = fc.record({ id: word, name: word, summary: word, price: fc.nat() });
const translation = fc.record({ name: word, summary: word, elsewhere: word }, { requiredKeys: [] });

test("each field of an entry is translated or original, and no field is added", () => {
  const property = fc.property(original, translation, (entry, copy) => {
    const translated = withTranslation(entry, copy);
    expect(Object.keys(translated)).toEqual(Object.keys(entry));
    expect(translated).toEqual({
      ...entry,
      name: copy.name ?? entry.name,
      summary: copy.summary ?? entry.summary,
    });
  });
  fc.assert(property);
});

test("an entry has its own translation, not that of another kind or ID", () => {
  const copy = { name: "Eins" };
  const catalogue = new TranslatedCatalogue([
    { kind: "project", entryId: "one", translation: copy },
  ]);
  const one = { id: "one", name: "One" };
  expect(catalogue.inEntry("project", one)).toEqual({ id: "one", name: "Eins" });
  expect(catalogue.inEntry("category", one)).toBe(one);
  expect(catalogue.inEntry("project", { id: "two", name: "Two" }).name).toBe("Two");
  expect([catalogue.isEmpty, new TranslatedCatalogue([]).isEmpty]).toEqual([false, true]);
});

test("a recorded text is translated only while the catalogue still has it", () => {
  const copy = { name: "Mangroven", type: "Aufforstung" };
  const recorded = { name: "Mangroves", type: "Reforestation" };
  expect(translationOfSame(copy, recorded, recorded)).toEqual(copy);
  const renamed = { ...recorded, name: "Peatland" };
  expect(translationOfSame(copy, recorded, renamed)).toEqual({ type: "Aufforstung" });
});

const parse = (kind: EntryKind, value: unknown) => translationsOf(kind).safeParse(value);

test("blank texts and languages without texts are left out", () => {
  const value = { de: { name: " ", summary: null }, fr: { name: "Un" }, es: null };
  expect(parse("portfolio", value).data).toEqual({ fr: { name: "Un" } });
  expect(parse("project", { de: { activity_types: [], type: "Moor" } }).data).toEqual({
    de: { type: "Moor" },
  });
  expect(parse("category", undefined).data).toEqual({});
});

test("every field of each kind can be translated to every language", () => {
  for (const kind of entryKinds) {
    const fields = Object.keys(translatable[kind]);
    const copy = Object.fromEntries(
      fields.map((field) => [field, field === "activity_types" ? ["a"] : "a"]),
    );
    const value = Object.fromEntries(languages.map((language) => [language, copy]));
    expect(parse(kind, value).data).toEqual(value);
  }
});

test("texts have the limits of the original", () => {
  expect(parse("category", { de: { name: "x".repeat(513) } }).success).toBe(false);
  expect(parse("category", { de: { description: "x".repeat(50_001) } }).success).toBe(false);
  expect(parse("category", { de: { description: "x".repeat(50_000) } }).success).toBe(true);
});
