import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { systemContext } from "#testing/factories";
import { makePerson, testVisitor, tryLogin } from "#testing/people";
import { withoutLog } from "#testing/settings";
import { deleteOldSignInData } from "./old-sign-in-data";
import { ListSecurityEvents } from "./schema";
import { listSecurityEvents, recordSecurityEvent } from "./security-events";

withoutLog();

const list = (input: object) =>
  listSecurityEvents(systemContext(), ListSecurityEvents.parse(input));

describe("security events", () => {
  it("of failed logins name the person if known, and never the address that was typed", async () => {
    const { id, email } = await makePerson();
    const unknown = `nobody-${Math.random()}@example.com`;
    for (const address of [email, email, unknown]) await tryLogin(address, { password: "wrong" });
    const { data } = await list({ kind: "auth.login_failed", search: email.toUpperCase() });
    expect(data).toMatchObject([
      { person: { id, email }, count: 2, network: testVisitor.network, userAgent: "Test" },
    ]);
    expect(data[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    const [other, ...more] = (await list({ search: unknown })).data;
    expect(other).toMatchObject({ kind: "auth.login_failed", person: null });
    expect(more).toEqual([]);
    const { data: byNetwork } = await list({ search: testVisitor.network });
    expect(byNetwork.map((it) => it.id)).toContain(other?.id);
    const [{ dump } = { dump: "" }] = await database().query<{ dump: string }>(
      { name: "test-dump", text: "SELECT string_agg(e::text, ' ') AS dump FROM security_events e" },
      [],
    );
    expect(dump).not.toContain("nobody-");
  });

  it("of a login distinguish new devices from known ones", async () => {
    const { email } = await makePerson();
    await tryLogin(email);
    expect((await list({ search: email })).data).toMatchObject([{ kind: "auth.new_device" }]);
  });

  it("repeated within an hour are one row with a count, even if they happen at the same time", async () => {
    const { id: personId, email } = await makePerson();
    const event = { kind: "auth.permission_refused", visitor: testVisitor, personId } as const;
    await Promise.all(
      Array.from({ length: 30 }, () => recordSecurityEvent(systemContext(), event)),
    );
    const later = { ...systemContext(), now: new Date(Date.now() + 3_600_000) };
    await recordSecurityEvent(later, event);
    const { data } = await list({ search: email });
    expect(data.map((it) => it.count)).toEqual([1, 30]);
  });

  it("from a flood of networks are sampled", async () => {
    const before = await database().prisma.securityEvent.count();
    // At once, because the budget is one of a minute.
    await Promise.all(
      Array.from({ length: 1500 }, (_, at) => {
        const network = `2001:db8:${at.toString(16)}::`;
        const event = { kind: "auth.link_failed", visitor: { ...testVisitor, network } } as const;
        return recordSecurityEvent(systemContext(), event);
      }),
    );
    const recorded = (await database().prisma.securityEvent.count()) - before;
    expect(recorded).toBeGreaterThan(0);
    expect(recorded).toBeLessThanOrEqual(1200);
  });

  it("are deleted after half a year, or sooner if there are too many", async () => {
    const count = () => database().prisma.securityEvent.count();
    await deleteOldSignInData(systemContext(), { maxEvents: 5 });
    expect(await count()).toBe(5);
    expect(await database().prisma.loginFailure.count()).toBeGreaterThan(0);
    const muchLater = { ...systemContext(), now: new Date(Date.now() + 181 * 24 * 3_600_000) };
    await deleteOldSignInData(muchLater);
    expect([await count(), await database().prisma.loginFailure.count()]).toEqual([0, 0]);
  });
});
