import { expect, it } from "vitest";
import { sha256 } from "#core/crypto";
import { database } from "#core/db";
import { ListSecurityEvents, listSecurityEvents } from "#domain/people";
import { makeAccount, systemContext } from "#testing/factories";
import { makePerson, PASSWORD, sessionCookie } from "#testing/people";
import { withoutLog } from "#testing/settings";
import { ACCOUNT_HEADER } from "./context";
import { handleTrpcRequest } from "./handler";

withoutLog();

interface Call {
  cookie?: string;
  input: unknown;
  account?: string;
}

function mutate(procedure: string, { cookie = "", input, account = "" }: Call): Promise<Response> {
  return handleTrpcRequest(
    new Request(`http://localhost/trpc/${procedure}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
        cookie,
        [ACCOUNT_HEADER]: account,
      },
      body: JSON.stringify(input),
    }),
  );
}

const IN_TRANSACTION = {
  name: "test-in-transaction",
  text: `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'idle in transaction'`,
};

it("password guesses by a signed-in person hold no transaction, and stop after ten", async () => {
  const { live } = await makeAccount();
  const { email } = await makePerson({ accountId: live.id, role: "viewer" });
  const cookie = await sessionCookie(email);
  const input = { current: "wrong", password: "quarry lantern oboe drift" };
  let isOver = false;
  const guesses = Promise.all(
    Array.from({ length: 60 }, () => mutate("session.changePassword", { cookie, input })),
  ).finally(() => {
    isOver = true;
  });
  const held: number[] = [];
  while (!isOver) {
    const [row] = await database().query<{ count: number }>(IN_TRANSACTION, []);
    held.push(row?.count ?? 0);
  }
  const statuses = (await guesses).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  expect(held.length).toBeGreaterThan(0);
  expect(Math.max(...held)).toBe(0);
});

it("a request for a reset link with an invalid address names the field", async () => {
  const response = await mutate("session.requestPasswordReset", { input: { email: "x" } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { data: { problem: { errors: { email: [expect.any(String)] } } } },
  });
});

it("a browser counts as known after a password reset by mail", async () => {
  const { email } = await makePerson();
  await mutate("session.requestPasswordReset", { input: { email } });
  const unknown = await mutate("session.resetPassword", {
    input: { token: "nothing", password: PASSWORD },
  });
  expect(unknown.status).toBe(400);
  expect(unknown.headers.get("set-cookie")).toBeNull();
  await database().prisma.mailedLink.updateMany({
    where: { email },
    data: { tokenHash: new Uint8Array(sha256("token")) },
  });
  const input = { token: "token", password: "quarry lantern oboe drift" };
  const done = await mutate("session.resetPassword", { input });
  expect(done.status).toBe(200);
  expect(done.headers.get("set-cookie")).toMatch(/^carbon-till-device=[\w.~-]+; .*HttpOnly/);
});

it("a denied permission is recorded, whatever its status, and nothing else is", async () => {
  const { live } = await makeAccount();
  const viewer = await makePerson({ accountId: live.id, role: "viewer" });
  const cookie = await sessionCookie(viewer.email);
  const input = { name: "No", scope: "read" };
  const statuses = [
    (await mutate("keys.create", { cookie, account: live.slug, input })).status,
    (await mutate("keys.create", { cookie, account: "somebody-elses", input })).status,
    (
      await mutate("operatorAccounts.create", {
        cookie,
        input: { name: "A", email: "a@b.example" },
      })
    ).status,
  ];
  expect(statuses).toEqual([403, 404, 404]);
  await mutate("session.end", { cookie, input: { sessionId: "none" } });
  const { data } = await listSecurityEvents(
    systemContext(),
    ListSecurityEvents.parse({ search: viewer.email, kind: "auth.permission_refused" }),
  );
  expect(data.map((event) => [event.data, event.count])).toEqual([
    [{ procedure: "operatorAccounts.create" }, 1],
    [{ procedure: "keys.create" }, 2],
  ]);
});
