import fs from "node:fs";
import path from "node:path";
import { sha256 } from "#core/crypto";

const SOURCE = "app/public.css";
const BUILT = ".next/public.css";

async function compileStylesheet(root: string): Promise<string> {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const from = path.join(root, SOURCE);
  const plugin = tailwind({ base: root, optimize: { minify: true } });
  return (await postcss([plugin]).process(fs.readFileSync(from, "utf8"), { from })).css;
}

/** Writes the style sheet into the build folder. */
export async function buildStylesheet(root: string): Promise<void> {
  fs.writeFileSync(path.join(root, BUILT), await compileStylesheet(root));
}

interface Source {
  /** Compiles the style sheet: the build has none, or an older one. */
  compiles: boolean;
}

async function readStylesheet(root: string, { compiles }: Source): Promise<string> {
  const built = path.join(root, BUILT);
  return compiles || !fs.existsSync(built)
    ? compileStylesheet(root)
    : fs.readFileSync(built, "utf8");
}

const FONTS = "app/_ui/fonts";
/** Used by every page; the other fonts cover rare characters. */
const FIRST_FONT = "inter-first.woff2";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface Asset {
  body: Buffer;
  headers: Readonly<Record<string, string>>;
}

export interface Assets {
  /** The style sheet with the first font in it, for pages that are opened on their own. */
  css: string;
  /** Address of the style sheet alone, for pages that readers open one after another. */
  stylesheet: string;
  /** Address of the first font. */
  font: string;
  icon: string;
  find(path: string): Asset | undefined;
}

/** "/assets/public.0123456789ab.css". */
const ADDRESS = /^\/assets\/([\w-]+)\.([0-9a-f]{12})(\.\w+)$/;

interface File {
  hash: string;
  body: Buffer;
}

function headersOf(extension: string, cacheControl: string): Record<string, string> {
  return {
    "content-type": types[extension] ?? "application/octet-stream",
    "cache-control": cacheControl,
    "content-security-policy": "default-src 'self'",
    // The frame of a payment provider's form has another origin, and loads the page's font.
    ...(extension === ".woff2" && { "access-control-allow-origin": "*" }),
  };
}

function find(files: ReadonlyMap<string, File>, address: string): Asset | undefined {
  const [, stem = "", hash, extension = ""] = ADDRESS.exec(address) ?? [];
  const file = files.get(`${stem}${extension}`);
  if (!file) return undefined;
  // Pages of another version get the current file.
  const isNamed = file.hash === hash;
  const cacheControl = isNamed ? "public, max-age=31536000, immutable" : "no-cache";
  return { body: file.body, headers: headersOf(extension, cacheControl) };
}

/** Reads the folder `public`, by address. */
function readPublic(folder: string): Map<string, Asset> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const place = path.join(parentPath, name);
      const address = `/${path.relative(folder, place).split(path.sep).join("/")}`;
      const headers = headersOf(path.extname(name), "public, max-age=0");
      return [address, { body: fs.readFileSync(place), headers }];
    }),
  );
}

export async function loadAssets(root: string, source: Source): Promise<Assets> {
  const files = new Map<string, File>();
  const add = (name: string, body: Buffer): string => {
    const hash = sha256(body).toString("hex").slice(0, 12);
    files.set(name, { hash, body });
    const { name: stem, ext } = path.parse(name);
    return `/assets/${stem}.${hash}${ext}`;
  };
  const folder = path.join(root, FONTS);
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".woff2"));
  const fonts = new Map(
    names.map((name) => [name, add(name, fs.readFileSync(path.join(folder, name)))]),
  );
  const css = (await readStylesheet(root, source)).replace(
    /url\(["']?[^)]*?([\w-]+\.woff2)["']?\)/g,
    (_, name: string) => `url(${fonts.get(name) ?? name})`,
  );
  const font = fonts.get(FIRST_FONT) ?? "";
  const fontInside = fs.readFileSync(path.join(folder, FIRST_FONT)).toString("base64");
  const publicFiles = readPublic(path.join(root, "public"));
  const icon = fs.readFileSync(path.join(root, "app/icon.svg"), "utf8").trim();
  return {
    css: css.replace(
      `url(${font})`,
      `url(data:font/woff2;base64,${fontInside})format("woff2"),url(${font})`,
    ),
    stylesheet: add("public.css", Buffer.from(css)),
    font,
    icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    find: (address) => publicFiles.get(address) ?? find(files, address),
  };
}
