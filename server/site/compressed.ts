// The build's static files in brotli's best quality, which takes too long while a browser waits.
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const FOLDER = ".next/static";
const TEXT = /\.(js|css|json|svg)$/;
const ADDRESS = /^\/_next\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)$/;

const brotli = promisify(zlib.brotliCompress);

/** Writes a compressed file beside each file of text. */
export async function compressStatic(root: string): Promise<void> {
  const entries = await fs.readdir(path.join(root, FOLDER), { recursive: true });
  const compress = async (name: string) => {
    const file = path.join(root, FOLDER, name);
    await fs.writeFile(`${file}.br`, await brotli(await fs.readFile(file)));
  };
  await Promise.all(entries.filter((name) => TEXT.test(name)).map(compress));
}

/** Returns the compressed file at the address, or undefined if the build wrote none. */
export async function compressedAt(root: string, address: string): Promise<Buffer | undefined> {
  const name = ADDRESS.exec(address)?.[1];
  if (name === undefined) return undefined;
  return fs.readFile(path.join(root, FOLDER, `${name}.br`)).catch(() => undefined);
}
