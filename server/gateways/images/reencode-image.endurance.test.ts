import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { NotAnImage } from "./image-kinds";
import { reencodeImage, shrinkLogo } from "./reencode-image";

type Channels = 3 | 4;

function square(width: number, height: number, background: string, channels: Channels = 4): Sharp {
  return sharp({ create: { width, height, channels, background } });
}

/** Returns the first pixel as RGBA in hex. */
async function firstPixel(bytes: Buffer): Promise<string> {
  return (await sharp(bytes).ensureAlpha().raw().toBuffer()).toString("hex", 0, 4);
}

async function reencode(contentType: string, image: Sharp | string | Uint8Array) {
  const bytes = typeof image === "string" ? Buffer.from(image) : image;
  const content = bytes instanceof Uint8Array ? bytes : await bytes.toBuffer();
  return reencodeImage({ contentType, bytes: content });
}

function svg(
  attributes: string,
  content = '<rect width="40" height="20" fill="#ff0000"/>',
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
}

describe("an uploaded image", () => {
  it.each([
    ["image/png", square(60, 30, "#ff000080").png(), "ff000080"],
    ["image/webp", square(60, 30, "#ff000080").webp({ lossless: true }), "ff000080"],
    ["image/jpeg", square(60, 30, "#ff0000", 3).jpeg(), "fe0000ff"],
    ["image/PNG; charset=binary", square(60, 30, "#ff0000").png({ palette: true }), "ff0000ff"],
    ["image/png", square(60, 30, "#808080").png().toColourspace("b-w"), "808080ff"],
    ["image/png", square(60, 30, "#ff0000").toColourspace("rgb16").png(), "ff0000ff"],
  ])("keeps its size and colors as PNG: %s", async (contentType, image, pixel) => {
    const { widthPx, heightPx, bytes, contentType: given } = await reencode(contentType, image);
    expect({ given, widthPx, heightPx }).toEqual({ given: "image/png", widthPx: 60, heightPx: 30 });
    expect(await firstPixel(bytes)).toBe(pixel);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", depth: "uchar" });
  });

  it("becomes sRGB from a print color space or its own profile", async () => {
    const print = square(60, 30, "#ff0000", 3).toColourspace("cmyk").jpeg();
    const wide = square(60, 30, "#ff0000", 3).withIccProfile("p3").png();
    for (const [type, image] of [
      ["image/jpeg", print],
      ["image/png", wide],
    ] as const) {
      const { bytes } = await reencode(type, image);
      expect(await firstPixel(bytes)).toMatch(/^[ef].0[0-9a-f]0[0-9a-f]ff$/);
      expect(await sharp(bytes).metadata()).toMatchObject({ space: "srgb", hasProfile: false });
    }
  });

  it("becomes a small logo that keeps its transparent parts", async () => {
    const frame = { left: 0, top: 0, input: await square(512, 1024, "#0d5c41").png().toBuffer() };
    const large = square(1024, 1024, "#00000000").composite([frame]).png();
    const bytes = await large.toBuffer();
    const small = await shrinkLogo({ contentType: "image/png", bytes });
    expect([small.widthPx, small.heightPx]).toEqual([144, 144]);
    expect(small.bytes.length).toBeLessThan(1000);
    expect(await firstPixel(small.bytes)).toBe("0d5c41ff");
    const { data, info } = await sharp(small.bytes).ensureAlpha().raw().toBuffer({
      resolveWithObject: true,
    });
    expect(data[(info.width - 1) * 4 + 3]).toBe(0);
    const wide = await square(1000, 100, "#0d5c41").png().toBuffer();
    const { widthPx } = await shrinkLogo({ contentType: "image/png", bytes: wide });
    expect(widthPx).toBe(480);
  });

  it("is reduced, never enlarged, in its proportions", async () => {
    const wide = await reencode("image/png", square(3000, 1000, "#123456").png());
    expect([wide.widthPx, wide.heightPx]).toEqual([1024, 341]);
    const small = await reencode("image/png", square(1, 2, "#123456").png());
    expect([small.widthPx, small.heightPx]).toEqual([1, 2]);
  });

  it("becomes upright and loses its metadata", async () => {
    const image = square(20, 10, "#ff0000", 3)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: "somebody" } })
      .jpeg();
    const { widthPx, heightPx, bytes } = await reencode("image/jpeg", image);
    expect([widthPx, heightPx]).toEqual([10, 20]);
    const { orientation, exif } = await sharp(bytes).metadata();
    expect([orientation, exif]).toEqual([undefined, undefined]);
  });

  it("is the first frame of an animation", async () => {
    const frames = ["#00ff00", "#ff0000"].map((color) => square(20, 10, color).png().toBuffer());
    const film = sharp(await Promise.all(frames), { join: { animated: true } });
    const { widthPx, heightPx, bytes } = await reencode(
      "image/webp",
      film.webp({ lossless: true }),
    );
    expect([widthPx, heightPx]).toEqual([20, 10]);
    expect(await firstPixel(bytes)).toBe("00ff00ff");
  });
});

describe("an uploaded SVG", () => {
  it.each([
    ["its view box", 'viewBox="0 0 40 20"', [1024, 512]],
    ["its own size", 'width="20" height="40"', [512, 1024]],
    ["its own size in millimetres", 'width="4mm" height="2mm" viewBox="0 0 40 20"', [1024, 512]],
    ["its size in millimetres only", 'width="10.583333mm" height="5.291667mm"', [1024, 512]],
    ["its width and its view box", 'width="80" viewBox="0 0 40 20"', [1024, 512]],
    ["its height and its view box", 'height="80" viewBox="0 0 40 20"', [1024, 512]],
    [
      "its view box, not a share of the page",
      'width="100%" height="50%" viewBox="0 0 20 20"',
      [1024, 1024],
    ],
    ["what it shows", "", [1024, 512]],
  ])("is drawn large in the proportions of %s", async (_of, attributes, sides) => {
    const { widthPx, heightPx, bytes } = await reencode("image/svg+xml", svg(attributes));
    expect([widthPx, heightPx]).toEqual(sides);
    expect(await firstPixel(bytes)).toBe("ff0000ff");
  });

  it("is read in its declared encoding", async () => {
    const text = svg(
      'viewBox="0 0 9 9"',
      '<style>.é{fill:#00ff00}</style><rect class="é" width="9" height="9"/>',
    );
    const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, "latin1");
    const wide = Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${text}`, "utf16le");
    for (const bytes of [Buffer.from(text), latin, wide]) {
      const image = await reencode("image/svg+xml", bytes);
      expect(await firstPixel(image.bytes)).toBe("00ff00ff");
    }
  });

  it("shows the content of links without the link", async () => {
    const link = '<a href="https://example.com"><rect width="9" height="9" fill="#0000ff"/></a>';
    const { bytes } = await reencode("image/svg+xml", svg('viewBox="0 0 9 9"', link));
    expect(await firstPixel(bytes)).toBe("0000ffff");
  });
});

describe("a rejected image", () => {
  const png = square(9, 9, "#ff0000").png();
  it.each([
    ["image/gif", png, "must be a PNG, JPEG, WebP or SVG image"],
    ["", png, "must be a PNG, JPEG, WebP or SVG image"],
    ["image/jpeg", png, "is a PNG image, but was sent as image/jpeg"],
    ["image/svg+xml", png, "is a PNG image, but was sent as image/svg+xml"],
    ["image/png", svg(""), "is not a readable PNG image"],
    ["image/png", "", "is empty"],
    ["image/webp", Buffer.alloc(5 * 1024 * 1024 + 1), "is larger than 5 MiB"],
    ["image/png", square(5001, 5000, "#fff").png(), "has more than 25 million pixels"],
    ["image/svg+xml", "<p>no</p>", "is not a readable SVG image"],
    ["image/svg+xml", svg('width="0" height="9"'), "is not a readable SVG image"],
    [
      "image/svg+xml",
      svg("", '<image href="data:image/png;base64,AAAA"/>'),
      "embeds another image; upload that image, or an SVG that contains only shapes",
    ],
    [
      "image/svg+xml",
      `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`,
      "declares XML entities, which are not allowed",
    ],
  ])("gets a reason: %s (%#)", async (contentType, image, message) => {
    const refused = await reencode(contentType, image).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotAnImage);
    expect(refused).toHaveProperty("message", message);
  });

  it.each([
    '<use href="https://example.com/a.svg#a"/>',
    '<rect width="9" height="9" fill="url(https://example.com/a.svg#a)"/>',
    "<style>@import 'https://example.com/a.css';</style>",
  ])("gets a reason for its reference outward: %s", async (content) => {
    await expect(reencode("image/svg+xml", svg("", content))).rejects.toThrow(
      "refers to something outside of it; upload an SVG that contains all it needs",
    );
  });
});
