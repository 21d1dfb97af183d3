import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reencodeImage } from "./reencode-image";

const here = process.cwd();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-linked-"));
const images = "server/gateways/images";

beforeAll(() => {
  fs.cpSync(images, path.join(folder, images), { recursive: true });
  fs.copyFileSync("package.json", path.join(folder, "package.json"));
  fs.symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(here);
  fs.rmSync(folder, { recursive: true, force: true });
});

it("decodes an image with packages linked from elsewhere", async () => {
  const create = { width: 6, height: 3, channels: 3, background: "#ff0000" } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const picture = await reencodeImage({ contentType: "image/png", bytes });
  expect([picture.widthPx, picture.heightPx]).toEqual([6, 3]);
});
