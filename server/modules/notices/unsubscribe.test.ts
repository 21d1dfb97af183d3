// Unsubscribing over HTTP, as mail programs and browsers do it: without a login.
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { database } from "#core/db";
import { openHttpServer } from "#http/open-http-server";
import { pagesOf } from "#http/pages";
import { pathOf } from "#http/request-class";
import { publicPages } from "#public-pages";
import { isForm, serveForm } from "#rest/forms";
import { Site } from "#site/site";
import { makeAccount, systemContext } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { makePerson } from "#testing/people";
import { noticeMails } from "./mails";

const pages = pagesOf(
  new Site(publicPages, async () => noAssets),
  { client: undefined, dashboard: "ok" },
  ".",
);
const formListener = getRequestListener(serveForm);
const front = openHttpServer({}, (req, res) =>
  isForm(req.method ?? "", pathOf(req.url ?? "")) ? formListener(req, res) : pages.handle(req, res),
);

let origin: string;
let path: string;
let person: { id: string };

beforeAll(async () => {
  const port = await front.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => front.close({ delayMs: 0, graceMs: 0 }));
beforeEach(async () => {
  const { live } = await makeAccount();
  person = await makePerson({ accountId: live.id });
  const params = { personId: person.id, scope: live.id, kind: "key_expiring" };
  const mail = await noticeMails[0]?.prepare(systemContext(), {
    params: { ...params, notices: [], count: 0 },
    createdAt: new Date(),
  });
  const url = mail?.state === "ready" ? mail.unsubscribeUrl : undefined;
  path = new URL(url ?? "").pathname;
});

const isOff = async () =>
  (await database().prisma.noticeChoice.count({ where: { personId: person.id, isOn: false } })) > 0;

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(body),
    headers,
  });

it("the link shows a page that asks first, so a scanner that opens it changes nothing", async () => {
  const response = await fetch(`${origin}${path}`);
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(html).toContain("Stop emails about “Expiring API keys”?");
  expect(html).toMatch(/<meta name="robots" content="noindex/);
  expect(await isOff()).toBe(false);
});

it("the page's button turns the notification off, and the page then says so", async () => {
  const response = await post("from=page", { "sec-fetch-site": "same-origin" });
  expect([response.status, response.headers.get("location")]).toEqual([303, path]);
  expect(await isOff()).toBe(true);
  expect(await (await fetch(`${origin}${path}`)).text()).toContain("You are unsubscribed");
});

it("a mail program's POST from elsewhere turns it off, without a redirect", async () => {
  for (const _time of [1, 2]) {
    const response = await post("List-Unsubscribe=One-Click", { "sec-fetch-site": "cross-site" });
    expect([response.status, await response.text()]).toEqual([200, "You are unsubscribed.\n"]);
  }
  expect(await isOff()).toBe(true);
});

it("a link that is not ours is a 404, and says nothing about the person", async () => {
  path = path.replace("key_expiring", "payment_stuck");
  expect((await fetch(`${origin}${path}`)).status).toBe(404);
  expect((await post("List-Unsubscribe=One-Click")).status).toBe(404);
  expect(await isOff()).toBe(false);
});
