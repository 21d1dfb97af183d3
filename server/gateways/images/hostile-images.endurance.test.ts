import fs from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withRequest } from "#core/caller";
import { Problem } from "#core/errors";
import { watchChildren } from "#testing/child-watch";
import { type HostileImage, hostileImages, MARK, startCanary } from "#testing/hostile-images";
import { NotAnImage } from "./image-kinds";
import { type PngImage, pngChunks, reencodeImage } from "./reencode-image";

/** Peak memory of one decoder; the machine needs twice that. */
const MAX_PEAK_KIB = 448 * 1024;

const canary = await startCanary();
const images = await hostileImages(canary);
const results = new Map<HostileImage, PngImage | Error>();
const watch = watchChildren("decoder.ts");
let decoders: ReturnType<typeof watch.stop> = [];
let slowestMs = 0;

/** Retries if the machine is too busy. */
async function attempt(image: HostileImage, tries = 3): Promise<void> {
  const started = performance.now();
  const result = await reencodeImage(image).catch((error: Error) => error);
  if (result instanceof Problem && tries > 1) return attempt(image, tries - 1);
  slowestMs = Math.max(slowestMs, performance.now() - started);
  results.set(image, result);
}

beforeAll(async () => {
  const left = [...images];
  const work = async () => {
    for (let image = left.pop(); image; image = left.pop()) await attempt(image);
  };
  // Two clients, because one has one decoder at a time.
  const clients = ["192.0.2.1", "192.0.2.2"];
  await Promise.all(
    clients.map((caller) => withRequest({ requestId: caller, caller, address: caller }, work)),
  );
  decoders = watch.stop();
  // Together they take about a minute on two cores; each image has its own limit.
}, 1_200_000);

afterAll(() => canary.close());

function drawn(): [HostileImage, PngImage][] {
  return [...results].flatMap(([image, result]) =>
    result instanceof Error ? [] : [[image, result] as [HostileImage, PngImage]],
  );
}

async function showsMarker(bytes: Buffer): Promise<boolean> {
  const { r, g, b } = canary.markerColor;
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
  return pixels.includes(Buffer.of(r, g, b));
}

function titleOf({ contentType, name }: HostileImage): string {
  return `${contentType}: ${name}`;
}

describe("hostile images", () => {
  it("are more than a hundred, of all four kinds", () => {
    const kinds = images.map(({ contentType }) => contentType);
    expect(images.length).toBeGreaterThan(100);
    for (const kind of new Set(kinds)) {
      expect(kinds.filter((it) => it === kind).length).toBeGreaterThan(20);
    }
    expect(new Set(images.map(titleOf)).size).toBe(images.length);
  });

  it.each(images.map((image) => [titleOf(image), image] as const))("%s", (_title, image) => {
    const result = results.get(image);
    if (image.outcome === "drawn")
      return expect(result).toMatchObject({ contentType: "image/png" });
    expect(result).toBeInstanceOf(NotAnImage);
    expect(String(result)).toMatch(
      /^NotAnImage: (is|has|must be|takes|declares|embeds|refers) [\w ,;+/]+$/,
    );
    expect(String(result)).not.toContain(MARK);
  });

  it("become PNGs with only pixels, of at most 1024 px", () => {
    for (const [image, { bytes, widthPx, heightPx }] of drawn()) {
      const names = pngChunks(bytes)?.map((chunk) => chunk.name);
      expect([...new Set(names)], titleOf(image)).toEqual(["IHDR", "IDAT", "IEND"]);
      expect(Math.max(widthPx, heightPx), titleOf(image)).toBeLessThanOrEqual(1024);
    }
  });

  it("leave none of their bytes in the result", () => {
    const payloads = [MARK, "<script", "<svg", "<html", "PK\x03\x04", "alert("];
    for (const [image, { bytes }] of drawn()) {
      const left = payloads.filter((payload) => bytes.includes(payload));
      expect(left, titleOf(image)).toEqual([]);
    }
  });

  it("never open a connection, which would be noticed", async () => {
    expect(canary.hits).toEqual([]);
    await fetch(canary.httpUrl);
    await fetch(canary.tcpUrl).catch(() => {});
    expect(canary.hits).toEqual(["http connection", "http /", "tcp connection"]);
  });

  it("never show files, which would be noticed", async () => {
    for (const [image, { bytes }] of drawn()) {
      expect(await showsMarker(bytes), titleOf(image)).toBe(false);
    }
    const bytes = fs.readFileSync(canary.markerFile);
    const marker = await reencodeImage({ contentType: "image/png", bytes });
    expect(await showsMarker(marker.bytes)).toBe(true);
  });
});

describe.runIf(process.platform === "linux")("the process that reads a hostile image", () => {
  it(`holds less than ${MAX_PEAK_KIB / 1024} MiB`, () => {
    expect(decoders.length).toBeGreaterThan(images.length / 2);
    expect(Math.max(...decoders.map((it) => it.peakKiB))).toBeLessThan(MAX_PEAK_KIB);
  });

  it("ends in time", () => {
    // The limit is 10 s of CPU time, which may take 30 s on a shared core.
    expect(slowestMs).toBeLessThan(35_000);
  });

  it("cannot write files or exceed its memory and time, and leaves no core dump", () => {
    for (const { limits } of decoders.filter((it) => it.limits)) {
      expect(limits).toMatch(/^Max file size +0 +0 /m);
      expect(limits).toMatch(/^Max core file size +0 +0 /m);
      expect(limits).toMatch(/^Max data size +1024000000 +1024000000 /m);
      expect(limits).toMatch(/^Max cpu time +10 /m);
    }
  });

  it("has no secrets of the app", () => {
    expect(process.env["DATABASE_URL"]).toBeTruthy();
    for (const { environment } of decoders) {
      expect(environment).not.toMatch(/DATABASE_URL|CT_|postgres/);
    }
  });
});
