// A reset of a test account ends its listeners, also those that others write at the same time.
import { expect, it, vi } from "vitest";
import { database } from "#core/db";
import { resetTestAccount } from "#domain/sandbox";
import { call } from "#testing/api";
import { contextOf, makeAccount } from "#testing/factories";

it("writes that wait for the reset find nothing, or count as before it", async () => {
  const { account, token: key } = await makeAccount();
  const body = { forward_to: "http://localhost:4000/hook" };
  const { id } = (await call("POST", "/listeners", { key, body })).json;
  await call("POST", "/subaccounts", { key, body: { name: "Shop" } });
  const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const resetting = database().transaction(async (db) => {
    await resetTestAccount({ ...contextOf(account), db });
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  const writes = [
    call("DELETE", `/webhook-endpoints/${id}`, { key }),
    call("POST", "/listeners", { key, body }),
  ];
  const waiting = `SELECT count(*)::int AS count FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE NOT l.granted AND a.datname = current_database()`;
  await vi.waitFor(async () => {
    const [row] = await database().query<{ count: number }>({ name: "", text: waiting }, []);
    expect(row?.count).toBeGreaterThanOrEqual(2);
  });
  commit.resolve();
  await resetting;
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  expect(statuses).toEqual([404, 201]);
});
