import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "#core/db";
import { makeStock, systemContext } from "#testing/factories";
import { httpServer, type LocalServer } from "#testing/local-server";
import { withPrivateNetwork } from "#testing/settings";
import { fetchDuePictures, findPictureFile, listPictures } from "./index";

withPrivateNetwork();

let server: LocalServer;
const downloads: string[] = [];

beforeAll(async () => {
  const create = { width: 1600, height: 900, channels: 3, background: "#2f6b4f" } as const;
  const photo = await sharp({ create }).jpeg().toBuffer();
  server = await httpServer((req, res) => {
    downloads.push(req.url ?? "");
    if (req.url === "/page.jpg") return res.setHeader("content-type", "text/html").end("<p>");
    return res.setHeader("content-type", "image/jpeg").end(photo);
  });
});
afterAll(() => server.close());

async function showAt(url: string): Promise<void> {
  const { tag } = await makeStock();
  await database().prisma.project.updateMany({
    where: { id: `prj_${tag}_a` },
    data: { primaryImageUrl: url },
  });
}

const run = (now = new Date()) =>
  fetchDuePictures({ ...systemContext(), now }, { database: database() });

test("a picture is fetched once, and served in two sizes from this host", async () => {
  const url = `${server.origin}/photo.jpg`;
  await showAt(url);
  expect((await listPictures(systemContext(), { urls: [url] })).size).toBe(0);
  expect(await run()).toBe(true);
  expect(await run()).toBe(false);
  expect(downloads).toEqual(["/photo.jpg"]);
  const sources = (await listPictures(systemContext(), { urls: [url, null] })).get(url);
  for (const [path, width] of [
    [sources?.small, 480],
    [sources?.large, 960],
  ] as const) {
    const file = await findPictureFile(systemContext(), path?.replace("/pictures/", "") ?? "");
    expect(await sharp(file?.bytes).metadata()).toMatchObject({
      ...{ format: "webp", width, height: (width * 2) / 3 },
    });
  }
});

test("a failing picture is retried later, and is missing until then", async () => {
  const url = `${server.origin}/page.jpg`;
  await showAt(url);
  const now = new Date();
  expect(await run(now)).toBe(true);
  expect(await run(now)).toBe(false);
  expect((await listPictures(systemContext(), { urls: [url] })).size).toBe(0);
  expect(await run(new Date(now.getTime() + 3_600_000))).toBe(true);
  const row = await database().prisma.picture.findUniqueOrThrow({ where: { sourceUrl: url } });
  expect(row).toMatchObject({ attempts: 2, digest: null, reason: expect.stringContaining("PNG") });
});

test("pictures of this host need no copy, and other names are no files", async () => {
  const sources = await listPictures(systemContext(), { urls: ["/images/sandbox/a.svg"] });
  expect(sources.get("/images/sandbox/a.svg")?.small).toBe("/images/sandbox/a.svg");
  expect(await findPictureFile(systemContext(), "../logos/x.png")).toBeNull();
});
