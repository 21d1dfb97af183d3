// What is read of a build to be written into pages, how much of it, and what never is.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readIcon, readScripts, readStyles } from "./built-files";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "ct-built-"));
const folder = path.join(dir, ".next/static/chunks");
fs.mkdirSync(folder, { recursive: true });
fs.mkdirSync(path.join(dir, "public"));
afterAll(() => fs.rmSync(dir, { recursive: true }));

function styleSheet(name: string, css: string): string {
  fs.writeFileSync(path.join(folder, name), css);
  return `/_next/static/chunks/${name}`;
}

test("a style sheet is read once, and finds its fonts from any page", () => {
  const css = '@font-face{src:url("../media/i.woff2")}p{background:url(data:x,y)}';
  const href = styleSheet("a1.css", css);
  const styleOf = readStyles(dir);
  const inPage = "@font-face{src:url(/_next/static/media/i.woff2)}p{background:url(data:x,y)}";
  expect(styleOf(href, "")).toBe(inPage);
  fs.rmSync(path.join(folder, "a1.css"));
  expect(styleOf(href, "")).toBe(inPage);
});

test("a page gets what it has classes and letters for, and all rules that need none", () => {
  const wide = ".sm\\:px-8{padding:2rem}";
  const css = [
    "@layer base{p{margin:0}.in-base{top:0}}@layer utilities{",
    ".a,.b{top:1px}.text-\\[0\\.9375rem\\]{font-size:1px}.\\32 xl{top:2px}.group:hover .g\\:x{top:var(--y)}",
    `.none{content:"}\\""}@media (min-width:40rem){${wide}.sm\\:none{top:4px}}`,
    "@media print{.print\\:none{top:5px}}}@property --x{inherits:false}",
    "@property --y{inherits:false}@font-face{a:b;unicode-range:U+100-24F,U+4??}",
    "@font-face{src:x;unicode-range:U+b0}",
  ].join("");
  const href = styleSheet("a2.css", css);
  const styleOf = readStyles(dir);
  const page = '<p class="b text-[0.9375rem] 2xl"><i class="sm:px-8 g:x">\u0410</i></p>';
  const kept = [
    "@layer base{p{margin:0}.in-base{top:0}}@layer utilities{",
    ".a,.b{top:1px}.text-\\[0\\.9375rem\\]{font-size:1px}.\\32 xl{top:2px}.group:hover .g\\:x{top:var(--y)}",
    `@media (min-width:40rem){${wide}}}@property --y{inherits:false}`,
    "@font-face{a:b;unicode-range:U+100-24F,U+4??}",
  ].join("");
  expect(styleOf(href, page)).toBe(kept);
});

test("nothing but the build's own style sheets is read", () => {
  fs.writeFileSync(path.join(dir, "secret.css"), "p{}");
  fs.writeFileSync(path.join(folder, "a.js"), "1");
  const styleOf = readStyles(dir);
  for (const href of [
    "/_next/static/../../secret.css",
    "/_next/static/chunks/a.js",
    "/_next/static/chunks/absent.css",
    "https://elsewhere.example/_next/static/a.css",
    "",
  ]) {
    expect(styleOf(href, ""), href).toBeUndefined();
  }
});

test("of the scripts those of a few lines are written into pages", () => {
  const short = '// Why.\n\n/** How. */\nif (a) {\n  go("// no"); // now\n}\n';
  fs.writeFileSync(path.join(dir, "public/short.js"), short);
  fs.writeFileSync(path.join(dir, "public/long.js"), "go();".repeat(1000));
  fs.writeFileSync(path.join(dir, "public/hostile.js"), '"</script>"');
  fs.writeFileSync(path.join(dir, "secret.js"), "1");
  const scriptOf = readScripts(dir);
  expect(scriptOf("/short.js")).toBe('if (a) {\ngo("// no"); // now\n}\n');
  for (const src of [
    "/long.js",
    "/hostile.js",
    "/absent.js",
    "/../secret.js",
    "//x.example/a.js",
    "",
  ]) {
    expect(scriptOf(src), src).toBeUndefined();
  }
});

test("the icon is a data URI that holds nothing to be escaped", () => {
  expect(readIcon(dir)).toBeUndefined();
  fs.mkdirSync(path.join(dir, "app"));
  fs.writeFileSync(path.join(dir, "app/icon.svg"), '<svg a="b"/>\n');
  expect(readIcon(dir)).toBe("data:image/svg+xml,%3Csvg%20a%3D%22b%22%2F%3E");
});
