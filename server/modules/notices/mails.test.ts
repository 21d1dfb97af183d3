import { afterEach, beforeEach, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { env } from "#core/env";
import { limitMember, removeMember, suspendAccount } from "#domain/accounts";
import { runJobs } from "#jobs/run-jobs";
import { serveForm } from "#rest/forms";
import { contextOf, makeAccount, systemContext } from "#testing/factories";
import { type MailServer, openMailServer } from "#testing/mail-server";
import { dropMails } from "#testing/mails";
import { check, choose, noticesFor } from "#testing/notices";
import { makePerson } from "#testing/people";
import { withSettings } from "#testing/settings";

const APP_URL = "https://till.example";
const DAY_MS = 86_400_000;
withSettings({ APP_URL });

let server: MailServer;
let live: Account;
let person: { id: string; email: string };

beforeEach(async () => {
  server = await openMailServer();
  env.SMTP_URL = server.url;
  ({ live } = await makeAccount("write", "live"));
  await makePerson({ accountId: live.id });
  person = await makePerson({ accountId: live.id, role: "admin" });
});
afterEach(async () => {
  await server.close();
  await dropMails();
});

/** Makes the account's key expire soon, and queues the mails about it. */
async function expireKey() {
  const expiresAt = new Date(Date.now() + 2 * DAY_MS);
  await database().prisma.apiKey.updateMany({ where: { accountId: live.id }, data: { expiresAt } });
  await check({ kinds: ["key_expiring"] });
  expect(await noticesFor(person)).toHaveLength(1);
}

const send = () => runJobs(systemContext(), { kinds: ["person-mail"] });
const received = () =>
  server.received.filter(({ to }) => to.includes(person.email)).map(({ mail }) => mail);

const change = (work: Parameters<ReturnType<typeof database>["transaction"]>[0]) =>
  database().transaction(work);

async function mailedUrl(): Promise<URL> {
  await expireKey();
  await send();
  const [mail] = received();
  const header = mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
  return new URL(/^<(.*)>$/.exec(header)?.[1] ?? "");
}

const post = (url: URL, body = "List-Unsubscribe=One-Click") =>
  serveForm(
    new Request(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  );

const choices = () =>
  database().prisma.noticeChoice.findMany({
    where: { personId: person.id },
    select: { scope: true, kind: true, isOn: true },
  });

it("a mail says what happened, links to it, and can be unsubscribed from", async () => {
  const url = await mailedUrl();
  const [mail] = received();
  expect(mail?.subject).toBe(`An API key expires soon · ${live.name}`);
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(url.origin).toBe(APP_URL);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain("The API key “Test” (…");
    expect(part).toContain(`${APP_URL}/admin/${live.slug}/live/people`);
    expect(part).toContain(`${APP_URL}/admin/me#notifications`);
    expect(part).toContain(url.href);
  }
});

it("people who lost access since a mail was queued don't get it", async () => {
  const ctx = contextOf(live);
  const { prisma } = database();
  const createdAt = new Date();
  const sub = { accountId: live.id, mode: "live", id: `sub_${live.id}`, name: "One", createdAt };
  await prisma.subaccount.create({ data: sub });
  const limit = { accountId: live.id, subaccountId: sub.id };
  await expireKey();
  await change((db) => limitMember({ ...ctx, db }, { personId: person.id, limit }));
  await send();
  expect(received()).toEqual([]);
  expect(server.received, "the owner's").toHaveLength(1);
});

it.each([
  ["was removed", { remove: true }],
  ["turned it off", { off: true }],
  ["belongs to a suspended account", { suspend: true }],
])("a person who %s since gets nothing", async (_name, how) => {
  const ctx = contextOf(live);
  await expireKey();
  if ("remove" in how) {
    await change((db) => removeMember({ ...ctx, db }, { personId: person.id }));
  }
  if ("off" in how) await choose(person, { scope: live.id, kind: "key_expiring", isOn: false });
  if ("suspend" in how) {
    await change((db) => suspendAccount({ ...ctx, db }, { reason: "Unpaid" }));
  }
  await send();
  expect(received()).toEqual([]);
  const where = { subjectId: person.id };
  expect(await database().prisma.job.findMany({ where })).toMatchObject([{ state: "refused" }]);
});

it("one POST from any site unsubscribes from exactly this kind, as often as it is sent", async () => {
  const url = await mailedUrl();
  for (const _time of [1, 2]) {
    const response = await post(url);
    expect([response.status, await response.text()]).toEqual([200, "You are unsubscribed.\n"]);
    expect(await choices()).toEqual([{ scope: live.id, kind: "key_expiring", isOn: false }]);
  }
  const where = { subjectId: person.id, action: "person.notice_chosen" };
  expect(await database().prisma.auditEntry.count({ where })).toBe(1);
  const { apiKey } = database().prisma;
  await apiKey.updateMany({ where: { accountId: live.id }, data: { expiresAt: null } });
  await check();
  await apiKey.updateMany({
    where: { accountId: live.id },
    data: { expiresAt: new Date(Date.now() + DAY_MS) },
  });
  await check();
  expect(await noticesFor(person)).toHaveLength(1);
});

it("the page's button leads back to the page, which then says so", async () => {
  const url = await mailedUrl();
  const response = await post(url, "from=page");
  expect([response.status, response.headers.get("location")]).toEqual([303, url.pathname]);
  expect(await choices()).toHaveLength(1);
});

it("a link that was changed does nothing", async () => {
  const url = await mailedUrl();
  const other = await makePerson({ accountId: live.id });
  const changed = [
    url.href.replace(person.id, other.id),
    url.href.replace("key_expiring", "payment_stuck"),
    url.href.replace(live.id, "operator"),
    url.href.slice(0, -4),
    `${url.href}.x`,
  ];
  for (const each of changed) expect((await post(new URL(each))).status, each).toBe(404);
  expect(await database().prisma.noticeChoice.count({ where: { scope: live.id } })).toBe(0);
});
