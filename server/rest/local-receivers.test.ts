import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { call } from "#testing/api";
import { makeAccount } from "#testing/factories";
import { withSettings } from "#testing/settings";
import { bodiesOf, deliver, WebhookAccount } from "#testing/webhook-account";

let hooks: WebhookAccount;
withSettings();
beforeEach(async () => {
  hooks = await WebhookAccount.make();
});
afterEach(() => hooks.close());

const types = ["subaccount.created"];
const write = (key: string, url: string) =>
  call("POST", "/webhook-endpoints", { key, body: { url, event_types: types } });

describe("a receiver on this machine", () => {
  it.each(["127.0.0.1", "localhost"])("is called at %s by a test account", async (host) => {
    const receiver = await hooks.open(() => ({ status: 200, body: "from here" }));
    const endpoint = await hooks.create(receiver.url.replace("127.0.0.1", host), types);
    await hooks.addSubaccount();
    await deliver();
    expect(bodiesOf(receiver)).toMatchObject([{ type: "subaccount.created" }]);
    // Another service of the machine may have responded: the account must not see its response.
    const { data } = await hooks.deliveriesOf(endpoint.id);
    expect(data[0].attempts).toMatchObject([{ response_status: 200, response_body: null }]);
  });

  it("that does not exist fails each attempt, as the guide's forced outcome says", async () => {
    const endpoint = await hooks.create("http://localhost:1024/", types);
    const path = `/webhook-endpoints/${endpoint.id}/test`;
    const body = { type: "subaccount.created" };
    const { status, json } = await call("POST", path, { key: hooks.key, body });
    expect([status, json]).toMatchObject([200, { response_status: null }]);
    await hooks.addSubaccount();
    await deliver();
    const { data } = await hooks.deliveriesOf(endpoint.id);
    expect(data).toMatchObject([
      { delivery_state: "pending", attempts: [{ response_status: null }] },
    ]);
  });

  it("is rejected for live accounts, and for all if the setting forbids it", async () => {
    const { token: live } = await makeAccount("write", "live");
    const receiver = await hooks.open();
    expect((await write(live, receiver.url)).status).toBe(400);
    env.CT_LOCALHOST_RECEIVERS = "0";
    expect((await write(hooks.key, receiver.url)).status).toBe(400);
  });

  it("is not called once the setting forbids it", async () => {
    const receiver = await hooks.open();
    await hooks.create(receiver.url, types);
    await hooks.addSubaccount();
    env.CT_LOCALHOST_RECEIVERS = "0";
    await deliver();
    expect(receiver.connections()).toBe(0);
  });

  it("is not called for a live account, whatever its row contains", async () => {
    const receiver = await hooks.open();
    const { account, token } = await makeAccount("write", "live");
    expect((await write(token, "https://93.184.215.14/hook")).status).toBe(201);
    await database().prisma.webhookEndpoint.updateMany({
      where: { accountId: account.id },
      data: { url: receiver.url },
    });
    await call("POST", "/subaccounts", { key: token, body: { name: "Live" } });
    await deliver();
    expect(receiver.connections()).toBe(0);
  });
});
