// An account that is used through the dashboard and through the API.
import { randomUUID } from "node:crypto";
import { newContext } from "#core/context";
import { database } from "#core/db";
import { findLoginSession } from "#domain/people";
import { call } from "#testing/api";
import { type Holder, makeHolder, makePaidSession } from "#testing/objects";
import { makePerson, openTestSession } from "#testing/people";
import { ACCOUNT_HEADER, MODE_HEADER } from "#trpc/context";
import { createCallerFactory } from "#trpc/procedures";
import { appRouter } from "#trpc/router";

/** A payment link's fields; each has an address of its own. */
export const newLink = () => ({ slug: `link-${randomUUID()}`, name: "Trip" });

const makeCaller = createCallerFactory(appRouter);

async function callerOf({ counterpart: test }: Holder) {
  const { email } = await makePerson({ accountId: test.id });
  const ctx = newContext({ type: "public" });
  const loggedIn = await findLoginSession(ctx, await openTestSession(email));
  const actor = { type: "person", id: loggedIn?.person.id ?? "" } as const;
  const headers = new Headers({ [ACCOUNT_HEADER]: test.slug, [MODE_HEADER]: "test" });
  return makeCaller({ ...ctx, actor, headers, loggedIn });
}

/** An account with one object of each kind, on which an action runs. */
export interface World extends Holder {
  caller: Awaited<ReturnType<typeof callerOf>>;
  /** Calls the API with the account's key. */
  api(method: string, path: string, body?: unknown): ReturnType<typeof call>;
  subaccount: string;
  /** Placed, with a callback URL. */
  order: string;
  /** A failed event of another order, which was cancelled. */
  event: string;
  endpoint: string;
  /** A paid checkout session. */
  session: string;
  /** A payment link. */
  link: string;
}

/** Lets all deliveries have failed, so that they can be redelivered. */
export async function failDeliveries({ account }: Holder): Promise<void> {
  await database().prisma.delivery.updateMany({
    where: { accountId: account.id },
    data: { state: "failed", nextAttemptAt: null, failedAttempts: 10 },
  });
}

export async function makeWorld(callbackUrl: string): Promise<World> {
  const holder = await makeHolder();
  const api = (method: string, path: string, body?: unknown) =>
    call(method, path, { key: holder.token, ...(body !== undefined && { body }) });
  const subaccount = (await api("POST", "/subaccounts", { name: "Riverside" })).json.id;
  const hook = { url: callbackUrl, event_types: ["order.fulfilled"] };
  const order = { amount_kg: 4, notification_config: { url: callbackUrl } };
  const [placed, cancelled] = [
    await api("POST", "/orders", order),
    await api("POST", "/orders", order),
  ];
  await api("POST", `/orders/${cancelled.json.id}/cancel`);
  await failDeliveries(holder);
  const event = (await api("GET", "/events")).json.data[0].id;
  const endpoint = (await api("POST", "/webhook-endpoints", hook)).json.id;
  const caller = await callerOf(holder);
  const session = await makePaidSession(holder);
  const link = (await api("POST", "/payment-links", newLink())).json.id;
  const ids = { subaccount, order: placed.json.id, event, endpoint, session, link };
  return { ...holder, caller, api, ...ids };
}
