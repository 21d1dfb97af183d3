import { createHash } from "node:crypto";
import fs from "node:fs";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { languages } from "#core/language";
import type { ImpactSummary, PublicImpact } from "#domain/impact";
import { systemContext } from "#testing/factories";
import { interFaces } from "#ui/drawn-pictures";
import { drawBadge } from "./badge";
import { drawCard, drawNoCard } from "./card";
import { embedResponse, escapeMarkup, palette, readOptions, themes } from "./embed";
import letters from "./letters.json";
import { drawShared } from "./shared-picture";

const page = {
  slug: "aero",
  isEnabled: true,
  equivalents: [],
  sections: ["map" as const],
  isListed: true,
  headline: "own" as const,
};
const nothing = { kg: 0, registryRetiredKg: 0 };
const sumsOf = (kg: number) => ({
  ...{ kg, registryRetiredKg: kg, ownKg: kg, ownRegistryRetiredKg: kg },
});
const summary: ImpactSummary = {
  page,
  mode: "live",
  owner: { accountId: "acc", subaccountId: null },
  name: "Aero Climate",
  logoUrl: null,
  since: new Date("2026-01-31T12:00:00Z"),
  headline: "own",
  kg: 1_234_567,
  registryRetiredKg: 1_234_567,
  sums: sumsOf(1_234_567),
};
const hostile = [
  `</title><script>alert(1)</script><img src=x onerror=alert(1)>"'&`,
  "\0\x07\x1b[31m\ufffe\u202Egnp",
  "W".repeat(512),
  "\ud83d broken",
  "مرحبا \u{1F333} 地球",
];

const allOptions = themes.flatMap((theme) => languages.map((language) => ({ theme, language })));

const sourceOf = (css: string) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

describe("a badge", () => {
  it("has an outline for every character, with all options", () => {
    for (const options of allOptions) {
      for (const kg of [0, 1, 999, 1_000, 1_234_567, 98_765_432_100, Number.MAX_SAFE_INTEGER]) {
        for (const mode of ["live", "test"] as const) {
          for (const registryRetiredKg of [0, Math.floor(kg / 3), kg]) {
            const { svg } = drawBadge({ ...summary, kg, registryRetiredKg, mode }, options);
            expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/);
            expect(svg).not.toMatch(/NaN|undefined/);
          }
        }
      }
    }
  });

  it("is as wide as its text", async () => {
    for (const kg of [0, 5, 98_765_432_109]) {
      const { svg } = drawBadge(
        { ...summary, kg, registryRetiredKg: kg, mode: "test" },
        { theme: "light", language: "es" },
      );
      const [width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [])
        .slice(1)
        .map(Number);
      // Text beyond the edge would widen the rendered picture.
      const text = svg.replace(/<style>.*?<\/style>/, "").replaceAll(/var\(--[\w-]+\)/g, "#000");
      const view = text
        .replace(/<rect x="\.5"[^>]*>/, "")
        .replace(
          /width="\d+" height="\d+" viewBox="[^"]*"/,
          `width="${width * 3}" height="${height}" viewBox="${-width} 0 ${width * 3} ${height}"`,
        );
      const { info } = await sharp(Buffer.from(view)).trim().toBuffer({ resolveWithObject: true });
      expect([kg, info.width < width]).toEqual([kg, true]);
      expect(-(info.trimOffsetLeft ?? 0)).toBeGreaterThan(width);
    }
  });

  it("is well-formed and escapes a hostile name", async () => {
    for (const name of hostile) {
      const { svg, policy } = drawBadge({ ...summary, name }, readOptions("http://x/"));
      expect(svg.match(/<(?!\/)/g)).toHaveLength(
        drawBadge(summary, readOptions("http://x/")).svg.match(/<(?!\/)/g)?.length ?? 0,
      );
      // Malformed XML does not render.
      expect((await sharp(Buffer.from(svg)).metadata()).format).toBe("svg");
      const css = /<style>(.*?)<\/style>/.exec(svg)?.[1] ?? "";
      expect(policy).toBe(`default-src 'none'; style-src ${sourceOf(css)}`);
    }
  });

  it("is marked in test mode, and has a text for an amount of zero", () => {
    const options = readOptions("http://x/");
    expect(drawBadge({ ...summary, mode: "test" }, options).svg).toContain(
      '<title id="t">Test data: no real credits were retired. 1,234.567 t of CO₂e retired for Aero Climate</title>',
    );
    expect(drawBadge({ ...summary, kg: 0 }, options).svg).toContain(
      "Climate impact of Aero Climate",
    );
  });
});

describe("a card", () => {
  it("escapes a hostile name and loads nothing from other hosts", () => {
    const tags = (html: string) => html.match(/<[a-z!/][^>]*>/gi)?.map((it) => it.split(/[ >]/)[0]);
    for (const name of hostile) {
      for (const options of allOptions) {
        const { html, policy } = drawCard({ ...summary, name }, options);
        expect(tags(html)).toEqual(tags(drawCard(summary, options).html));
        const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
        expect(policy).toContain(`default-src 'none'; style-src ${sourceOf(css)};`);
        expect(policy).toMatch(/frame-ancestors \*$/);
      }
    }
  });

  it("links to the page in a new tab, and only shows logos of this installation", () => {
    const { html } = drawCard(summary, readOptions("http://x/"));
    expect(html).toMatch(
      /<a class="card" href="http[^"]*\/impact\/aero" target="_blank" rel="noopener">/,
    );
    const elsewhere = drawCard(
      { ...summary, logoUrl: "https://x.example/a.png" },
      readOptions("http://x/"),
    );
    expect(elsewhere.html).not.toContain("<img");
    expect(drawNoCard(readOptions("http://x/?lang=de")).html).toContain("Seite nicht gefunden");
  });
});

describe("options in the address", () => {
  it("fall back to the defaults if they are unknown", () => {
    const usual = { theme: "auto", language: "en" };
    expect(readOptions("http://x/")).toEqual(usual);
    expect(readOptions("http://x/?theme=<b>&size=large&lang=xx")).toEqual(usual);
    const requested = { theme: "dark", language: "fr" };
    expect(readOptions("http://x/?theme=dark&lang=fr")).toEqual(requested);
  });

  it("return 304 for a known ETag until the content changes", () => {
    const response = (body: string, etag?: string) =>
      embedResponse(new Request("http://x/", { headers: etag ? { "if-none-match": etag } : {} }), {
        ...{ body, contentType: "text/plain", policy: "default-src 'none'", maxAgeSeconds: 20 },
      });
    const first = response("a");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = response("a", etag);
    expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
    expect(response("b", etag).status).toBe(200);
    expect(first.headers.get("cache-control")).toBe(
      "public, max-age=20, stale-while-revalidate=20",
    );
  });
});

it("the colors match the style sheet", () => {
  const css = fs.readFileSync("app/theme.css", "utf8");
  for (const [name, [light, dark]] of Object.entries(palette)) {
    expect(css).toContain(`--color-${name}: light-dark(${light}, ${dark});`);
  }
});

it("the badge's outlines are as wide as the characters of Inter", () => {
  for (const { weight, data } of interFaces()) {
    const known = letters[weight] as unknown as Record<string, [number]>;
    const advances = advancesOf(data, Object.keys(known));
    const own = Object.entries(known).map(([letter, [advance]]) => [letter, advance]);
    expect(own).toEqual(advances);
  }
});

/** The advances of letters in thousandths of the type size, from the font's tables. */
function advancesOf(font: Buffer, letters: string[]): [string, number][] {
  const table = (name: string) => {
    const at = font.indexOf(name, 12, "latin1");
    return font.readUInt32BE(at + 8);
  };
  const perEm = font.readUInt16BE(table("head") + 18);
  const long = font.readUInt16BE(table("hhea") + 34);
  const cmap = table("cmap");
  const glyphOf = (code: number) => {
    for (let at = cmap + 4; ; at += 8) {
      const map = cmap + font.readUInt32BE(at + 4);
      if (font.readUInt16BE(map) !== 12) continue;
      for (let group = map + 16; ; group += 12) {
        const [first, last] = [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
        if (code >= first && code <= last) return font.readUInt32BE(group + 8) + code - first;
      }
    }
  };
  return letters.map((letter) => {
    const glyph = Math.min(glyphOf(letter.codePointAt(0) ?? 0), long - 1);
    const advance = font.readUInt16BE(table("hmtx") + glyph * 4);
    return [letter, Math.round((advance * 1000) / perEm)];
  });
}

describe("the picture of a shared link", () => {
  const view = (name: string, kg = 1_234_567): PublicImpact => ({
    ...{ page, mode: "live", owner: summary.owner, months: [] },
    ...{ headline: "own", alongside: nothing },
    impact: {
      ...{ name, logoUrl: null, since: summary.since, to: null, categories: [] },
      ...{ kg, registryRetiredKg: kg, sums: sumsOf(kg) },
    },
  });
  const real = globalThis.fetch;
  const requested: string[] = [];
  beforeEach(() => {
    requested.length = 0;
    globalThis.fetch = (input) => {
      const url = String(input instanceof Request ? input.url : input);
      // The layout's own program, which next/og brings with it.
      if (url.startsWith("data:")) return real(input);
      requested.push(url);
      return Promise.reject(new Error("requests to other hosts are forbidden"));
    };
  });
  afterEach(() => {
    globalThis.fetch = real;
  });

  it("is a PNG of 1200 by 630 px for every name, without requests to other hosts", async () => {
    const symbols = "©™®↔▶♥✔★☀1️⃣❤️🇩🇪👩‍🚀 é ẞ Ω Ж ﬁ ² ½ → ∞";
    for (const name of [
      ...hostile,
      symbols,
      "Ελληνικά",
      "Žluťoučký kůň",
      "हिन्दी",
      "\u0301",
      "  ",
    ]) {
      const png = await drawShared(systemContext(), view(name));
      expect(await sharp(png).metadata()).toMatchObject({
        format: "png",
        width: 1200,
        height: 630,
      });
    }
    expect(requested).toEqual([]);
  });

  it("is drawn once for the same content", async () => {
    const [first, second] = await Promise.all([
      drawShared(systemContext(), view("Twice")),
      drawShared(systemContext(), view("Twice")),
    ]);
    expect(second).toBe(first);
    expect(await drawShared(systemContext(), view("Twice"))).toBe(first);
    expect(await drawShared(systemContext(), view("Twice", 5))).not.toBe(first);
  });
});

it("escaping keeps the text and drops characters that markup cannot contain", () => {
  expect(escapeMarkup(`<a b="c">&'`)).toBe("&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
  expect(escapeMarkup("a\0\x1b\u202eb\ud800")).toBe("ab\ufffd");
});
