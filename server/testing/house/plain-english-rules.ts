// The rule about words: names, comments and texts use the glossary's terms and everyday English.

import { banned } from "./banned";
import type { House, Module } from "./house";

type Ban = readonly [pattern: RegExp, use: string];

const identifierBans = new Map(
  banned.identifiers.flatMap(([pattern, use]) =>
    pattern.split(" ").map((word) => [word, use] as const),
  ),
);

/** Pairs in which a banned word is the usual term, or part of a public name. */
const allowedPairs = /^(not found|last seen|seen at|asked kg|(owner|beneficiary) organisation)$/;

/** Parts of a name in camelCase, PascalCase or CONSTANT_CASE, in lower case. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

function inIdentifiers({ path, identifiers }: Module): string[] {
  return identifiers.flatMap(({ name, line }) => {
    const parts = partsOf(name);
    return parts.flatMap((part, index) => {
      const use = identifierBans.get(part);
      const pairs = [`${parts[index - 1]} ${part}`, `${part} ${parts[index + 1]}`];
      if (use === undefined || pairs.some((pair) => allowedPairs.test(pair))) return [];
      return [`${path}:${line}: \`${part}\` is banned in identifiers: use ${use}`];
    });
  });
}

function inText(path: string, line: number, text: string, kind: string, bans: readonly Ban[]) {
  return bans.flatMap(([pattern, use]) => {
    const word = pattern.exec(text)?.[0].replace(/^[\s*/]+/, "");
    return word ? [`${path}:${line}: \`${word}\` is banned in ${kind}: use ${use}`] : [];
  });
}

// The list itself, and samples of what it must find.
const exempt = /^server\/testing\/house\/(banned|plain-english-samples)\.ts$/;
const document = /\.(md|prisma|css)$/;

/** Lists each use of a banned word with what replaces it. Applied migrations never change. */
export function englishIsPlain(house: House): string[] {
  const { prose, comments, copy } = banned;
  const inModules = [...house.modules.values()]
    .filter(({ path }) => !exempt.test(path))
    .flatMap((module) => [
      ...inIdentifiers(module),
      ...module.comments.flatMap(({ text, line }) =>
        inText(module.path, line, text, "comments", [...comments, ...prose]),
      ),
      // A text without a space is a key, a path or a class.
      ...module.strings
        .filter(({ text }) => /\s/.test(text.trim()))
        .flatMap(({ text, line }) => inText(module.path, line, text, "texts", [...copy, ...prose])),
    ]);
  const inDocuments = house.sources
    .filter(({ path }) => document.test(path))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => {
        // Code spans keep names from elsewhere.
        return inText(path, index + 1, line.replace(/`[^`]*`/g, ""), "documents", prose);
      }),
    );
  return [...inModules, ...inDocuments];
}
