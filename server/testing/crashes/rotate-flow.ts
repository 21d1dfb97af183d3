// The rotation flow: webhook secrets, API keys and the signing key of certificates are rotated.
import { database } from "#core/db";
import { findAccount, rotateApiKey } from "#domain/accounts";
import { getSignedCertificate, listSigningKeys, rotateSigningKey } from "#domain/certificates";
import { call } from "#testing/api";
import type { Client } from "#testing/crashes/client";
import { difference, differences, flow } from "#testing/crashes/flow";
import { openShop, place } from "#testing/crashes/order-flows";
import { contextOf, makeKey, systemContext } from "#testing/factories";
import { select } from "#testing/world/sql";
import { matchNow } from "#testing/world/turns";

interface Rotating {
  what: "webhook secret" | "signing key" | "API key";
  key: string;
  tag: string;
  accountId: string;
  orderId: string;
  /** The API key to rotate. */
  old: { id: string; token: string };
}

const CURRENT_SECRETS = `
  SELECT secret FROM webhook_secrets
  WHERE account_id = $1 AND (expires_at IS NULL OR expires_at > now())
  ORDER BY created_at DESC, id DESC`;

function secretsIn(text = "{}"): string[] {
  const { data = [] } = JSON.parse(text) as { data?: { secret: string }[] };
  return data.map(({ secret }) => secret);
}

function replyText(facts: Rotating, client: Client, what: Rotating["what"]): string | undefined {
  return facts.what === what ? client.acknowledged.get("rotate")?.text : undefined;
}

async function signingKeys(): Promise<string[]> {
  const keys = await listSigningKeys(systemContext());
  return keys.filter(({ retiredAt }) => retiredAt === null).map(({ id }) => id);
}

async function isAccepted(token: string | undefined): Promise<boolean> {
  if (token === undefined) return true;
  return (await call("GET", "/orders?limit=1", { key: token })).status === 200;
}

/** Checks that secrets and keys work at any time, and that acknowledged ones are in use. */
async function findEarlyFaults(facts: Rotating, client: Client): Promise<string[]> {
  const rows = await select<{ secret: string }>(CURRENT_SECRETS, [facts.accountId]);
  const current = rows.map(({ secret }) => secret);
  const secrets = secretsIn(replyText(facts, client, "webhook secret"));
  const signing = await signingKeys();
  const { signature } = await getSignedCertificate(systemContext(), facts.orderId);
  const tokens = [facts.old.token, replyText(facts, client, "API key")];
  const works = await Promise.all(tokens.map(isAccepted));
  return [
    ...(current.length === 0 ? ["no webhook secret is valid"] : []),
    ...(secrets.length > 0 ? difference("the valid secrets", current, secrets) : []),
    ...(signing.length > 1 ? [`${signing.length} keys sign`] : []),
    ...(signature === null ? ["a certificate is not signed"] : []),
    ...differences({ "whether the API keys work": [works, [true, true]] }),
  ];
}

async function rotate(facts: Rotating): Promise<string> {
  if (facts.what === "signing key") {
    const make = database().transaction((db) => rotateSigningKey({ ...systemContext(), db }));
    return (await make).id;
  }
  const account = await findAccount(systemContext(), facts.accountId);
  if (!account) throw new Error("the account is gone");
  const input = { id: facts.old.id, overlapHours: 24 };
  const make = database().transaction((db) => rotateApiKey({ ...contextOf(account), db }, input));
  return (await make).token;
}

export const rotating = flow<Rotating>({
  name: "rotate",
  async prepare(scene) {
    const { draw, tag } = scene;
    const { key, account, accountId, portfolioId } = await openShop(scene);
    const body = { amount_kg: draw.int(1, 50), portfolio_id: portfolioId };
    const orderId = await place(key, body, tag);
    await matchNow();
    await call("GET", "/webhook-secrets", { key });
    const { id, token } = await makeKey(account);
    const what = draw.pick(["webhook secret", "signing key", "API key"] as const);
    return { what, key, tag, accountId, orderId, old: { id, token } };
  },
  async run(facts, client) {
    const { what, key, tag } = facts;
    if (what === "webhook secret") {
      await client.post("rotate", "/webhook-secrets", { key, tag, body: { overlap_hours: 24 } });
    } else if (!client.acknowledged.has("rotate")) {
      client.acknowledge("rotate", { status: 201, text: await rotate(facts) });
    }
  },
  findEarlyFaults,
  async judge(facts, client) {
    const secrets = replyText(facts, client, "webhook secret");
    const signing = replyText(facts, client, "signing key");
    return [
      ...differences({ "the response's status": [client.statusOf("rotate"), 201] }),
      ...(secrets ? difference("the number of secrets", secretsIn(secrets).length, 2) : []),
      ...(signing ? difference("the keys that sign", await signingKeys(), [signing]) : []),
      ...(await findEarlyFaults(facts, client)),
    ];
  },
});
