// People whose membership is limited to one subaccount.
import type { AccountContext } from "#core/context";
import { forbidden, notFound } from "#core/errors";
import { getCheckoutSession } from "#domain/checkout";
import { getOrder } from "#domain/orders";
import { refused } from "./problems";

type SubaccountOf = (ctx: AccountContext, object: { id: string }) => Promise<string | null>;

/** Objects that belong to a subaccount. */
const subaccountOf = {
  order: async (ctx, object) => (await getOrder(ctx, object)).subaccountId,
  checkout_session: async (ctx, object) => (await getCheckoutSession(ctx, object)).subaccountId,
  subaccount: async (_ctx, { id }) => id,
} satisfies Record<string, SubaccountOf>;

/**
 * The way a procedure serves people who are limited to one subaccount. Without one, it refuses them.
 * - "filter": its input has a `subaccount_id`, which is set to theirs.
 * - "shared": its result is the same for all subaccounts.
 * - Otherwise the kind of object that the input's `id` names, which must belong to theirs.
 */
export type ForLimited = "filter" | "shared" | keyof typeof subaccountOf | LimitedObject;

/** A kind of object of a module. */
export interface LimitedObject {
  name: string;
  subaccountOf: SubaccountOf;
}

interface Call {
  subaccountId: string;
  forLimited: ForLimited | undefined;
  /** Not validated yet. */
  input: unknown;
}

const fieldOf = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null
    ? (input as Record<string, unknown>)[name]
    : undefined;

/**
 * The input as a limited person may send it.
 * @throws forbidden; not-found if it names an object of another subaccount
 */
export async function limitInput(ctx: AccountContext, call: Call): Promise<unknown> {
  const { subaccountId, forLimited, input } = call;
  if (forLimited === undefined) {
    throw refused(forbidden("Your access is limited to one subaccount", "This is not part of it."));
  }
  if (forLimited === "shared") return input;
  if (forLimited === "filter") {
    const sent = fieldOf(input, "subaccount_id") ?? subaccountId;
    if (sent !== subaccountId) throw refused(notFound("subaccount"));
    return { ...(input as object | undefined), subaccount_id: subaccountId };
  }
  const id = fieldOf(input, "id");
  const kind =
    typeof forLimited === "object"
      ? forLimited
      : { name: forLimited.replace("_", " "), subaccountOf: subaccountOf[forLimited] };
  const owner = typeof id === "string" ? await kind.subaccountOf(ctx, { id }) : null;
  if (owner !== subaccountId) throw refused(notFound(kind.name));
  return input;
}
