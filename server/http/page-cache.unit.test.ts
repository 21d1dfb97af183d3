import { expect, test } from "vitest";
import { PageCache } from "./page-cache";
import { Representation } from "./representation";

const PUBLIC = "public, max-age=0, s-maxage=10";

interface TestResponse {
  status?: number;
  control?: string;
  bytes?: number;
  headers?: Record<string, string>;
}

function openCache(responses: (url: string) => TestResponse, maxBytes = 1_000_000) {
  const rendered: string[] = [];
  const clock = { now: 0 };
  const pages = new PageCache({
    maxBytes,
    now: () => clock.now,
    async render(url) {
      rendered.push(url);
      await Promise.resolve();
      const { status = 200, control = PUBLIC, bytes = 10, headers = {} } = responses(url);
      const body = Buffer.from(`${rendered.length}`.padEnd(bytes));
      return new Representation({
        status,
        headers: { "cache-control": control, ...headers },
        body,
        isCompressible: false,
      });
    },
  });
  const find = (url: string, group: "data" | "build" = "data") => pages.find({ url, group });
  return { pages, rendered, clock, find };
}

const textOf = async (response: Promise<Representation>) =>
  String(await (await response).variant("identity")).trim();

test("concurrent and later requests share one rendering", async () => {
  const { find, rendered, clock } = openCache(() => ({}));
  await Promise.all(Array.from({ length: 100 }, () => find("/a")));
  clock.now = 1999;
  await find("/a");
  expect(rendered).toEqual(["/a"]);
});

test("a page of data is rendered again after two seconds, one of the build is not", async () => {
  const { find, clock } = openCache(() => ({}));
  await find("/a");
  await find("/docs", "build");
  clock.now = 2000;
  expect(await textOf(find("/a"))).toBe("3");
  expect(await textOf(find("/docs", "build"))).toBe("2");
});

test("after a change, no rendering started before it is served, not even one in progress", async () => {
  const { find, pages } = openCache(() => ({}));
  await find("/a");
  const inHand = find("/b");
  pages.expireData();
  expect(await textOf(find("/a"))).not.toBe("1");
  expect(await textOf(find("/b"))).not.toBe(await textOf(inHand));
  expect(await textOf(find("/b"))).not.toBe(await textOf(inHand));
});

test.each<[string, TestResponse]>([
  ["private", { control: "private, no-store" }],
  ["without cache headers", { control: "" }],
  ["not there", { status: 404 }],
  ["failed", { status: 500 }],
  ["with a cookie", { headers: { "set-cookie": "a=b" } }],
  ["for the browser alone", { control: "max-age=60" }],
])("a response that is %s is not cached", async (_, response) => {
  const { find, rendered, pages } = openCache(() => response);
  await find("/a");
  await find("/a");
  expect(rendered).toHaveLength(2);
  expect(pages.bytes).toBe(0);
});

test("a 410 is cached like any page, and a page that is gone is dropped", async () => {
  const responses: TestResponse[] = [{ status: 410 }, { status: 404 }];
  const { find, pages, clock } = openCache(() => responses.shift() ?? {});
  expect((await find("/a")).status).toBe(410);
  expect((await find("/a")).status).toBe(410);
  clock.now = 5000;
  expect((await find("/a")).status).toBe(404);
  expect(pages.bytes).toBe(0);
});

test("memory is bounded, and URLs without a page evict no page", async () => {
  const { find, pages, rendered } = openCache(
    (url) => (url.startsWith("/no") ? { status: 404, bytes: 5000 } : { bytes: 5000 }),
    100_000,
  );
  await find("/docs", "build");
  await find("/good");
  for (let n = 0; n < 200; n += 1) await find(`/no/${n}`);
  await find("/good");
  expect(rendered.filter((url) => url === "/good")).toHaveLength(1);
  for (let n = 0; n < 200; n += 1) await find(`/data/${n}`);
  expect(pages.bytes).toBeLessThanOrEqual(200_000);
  await find("/docs", "build");
  expect(rendered.filter((url) => url === "/docs")).toHaveLength(1);
});

test("a failed rendering fails for its callers, and the next request tries again", async () => {
  let fails = true;
  const { find } = openCache(() => {
    if (fails) throw new Error("broken");
    return {};
  });
  const both = await Promise.allSettled([find("/a"), find("/a")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect((await find("/a")).status).toBe(200);
});

test("a page of another version is never served, however fresh it is", async () => {
  const { pages, rendered } = openCache(() => ({ control: "public, max-age=0, must-revalidate" }));
  const at = (version: string) =>
    pages.find({ url: "/certificates/ord_1", group: "data", version });
  const first = await at("fulfilled 0");
  expect(await at("fulfilled 0")).toBe(first);
  expect(await at("fulfilled 1")).not.toBe(first);
  expect(rendered).toHaveLength(2);
});
