// Clients take turns in front of the renderer.
import type http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { publicPage } from "#site/public-page";
import { Site } from "#site/site";
import { openFront } from "#testing/front";
import { noAssets } from "#testing/no-assets";
import { withSettings } from "#testing/settings";

withSettings({ CT_TRUSTED_PROXIES: 1 });

const message = { head: { title: "Message" }, body: "message" };
const page = publicPage({ path: "/verify", load: () => null, render: () => message });
const views = { missing: () => message, failed: () => message, unbuilt: () => message };

let front: Awaited<ReturnType<typeof openFront>>;
afterEach(() => front.close());

/** A front with a renderer that handles requests with `render`. */
async function open(render: http.RequestListener) {
  front = await openFront(new Site({ pages: [page], ...views }, async () => noAssets), render);
  return front;
}

/** A request of the client with this address, as a proxy forwards it. */
const from = (address: string): RequestInit => ({ headers: { "x-forwarded-for": address } });

test("bounds the queue of a flood of pages, which delays neither the site nor the dashboard", async () => {
  const waiting: http.ServerResponse[] = [];
  let refused = 0;
  const { url } = await open((req, res) => {
    if (req.url?.startsWith("/certificates/")) waiting.push(res);
    else res.end("ok");
  });
  const flood = Array.from({ length: 150 }, async (_, n) => {
    const response = await fetch(`${url}/certificates/ord_${n}/json`, from(`198.51.100.${n}`));
    await response.text();
    refused += response.status === 503 ? 1 : 0;
    return response.status;
  });
  await expect.poll(() => refused).toBe(50);
  expect(waiting).toHaveLength(4);
  for (const address of ["/verify", "/admin/login", "/trpc/a", "/logos/a.png"]) {
    expect((await fetch(url + address)).status).toBe(200);
  }
  let isOver = false;
  const all = Promise.all(flood).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const res of waiting.splice(0)) res.writeHead(404).end();
    await sleep(5);
  }
  const statuses = await all;
  expect(statuses.filter((status) => status === 404)).toHaveLength(100);
  expect(statuses.filter((status) => status === 503)).toHaveLength(50);
});

test("renders the PDF of one address at once while another has requested many", async () => {
  const waiting: http.ServerResponse[] = [];
  let refused = 0;
  const { url, requests } = await open((_req, res) => waiting.push(res));
  const flood = Array.from({ length: 40 }, async (_, n) => {
    const response = await fetch(`${url}/certificates/ord_${n}/pdf`, from("198.51.100.1"));
    refused += response.status === 503 ? 1 : 0;
    return response.text();
  });
  await expect.poll(() => refused).toBe(30);
  expect(requests).toHaveLength(2);
  const other = fetch(`${url}/certificates/ord_own/pdf`, from("198.51.100.2"));
  await expect.poll(() => requests.at(-1)?.url).toBe("/certificates/ord_own/pdf");
  expect(requests).toHaveLength(3);
  waiting.pop()?.end("PDF");
  expect(await (await other).text()).toBe("PDF");
  for (let ended = 0; ended < 10; ended += 1) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.end("PDF");
  }
  expect((await Promise.all(flood)).filter((text) => text === "PDF")).toHaveLength(10);
});

test("takes a client's place for a PDF until it is rendered, although the client has left", async () => {
  const waiting: http.ServerResponse[] = [];
  const { url, requests } = await open((_req, res) => waiting.push(res));
  const leaving = new AbortController();
  // Too long for the cache.
  const pdf = (order: string) => `${url}/certificates/${order}/pdf?${"x".repeat(512)}`;
  const client = { ...from("198.51.100.1"), signal: leaving.signal };
  const left = ["ord_1", "ord_2"].map((order) => fetch(pdf(order), client).catch(() => "left"));
  await expect.poll(() => requests.length).toBe(2);
  leaving.abort();
  expect(await Promise.all(left)).toEqual(["left", "left"]);
  const next = fetch(pdf("ord_3"), from("198.51.100.1"));
  const other = fetch(pdf("ord_4"), from("198.51.100.2"));
  await expect.poll(() => requests.length).toBe(3);
  expect(requests.at(-1)?.url).toContain("ord_4");
  for (const res of waiting) res.end("PDF");
  await expect.poll(() => requests.length).toBe(4);
  waiting.at(-1)?.end("PDF");
  expect(await (await next).text()).toBe("PDF");
  expect(await (await other).text()).toBe("PDF");
});
