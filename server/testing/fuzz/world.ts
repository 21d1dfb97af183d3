// Accounts of a fuzz run: keys to send, and objects to refer to.
import { database } from "#core/db";
import { revokeApiKey } from "#domain/accounts";
import { matchOrders } from "#domain/matching";
import { contextOf, makeKey, systemContext } from "#testing/factories";
import type { KeyName } from "#testing/fuzz/requests";
import type { Owner } from "#testing/fuzz/values";
import {
  collectionOf,
  collectionPaths,
  type Holder,
  makeCounterpart,
  makeHolder,
} from "#testing/objects";
import { smallPicture } from "#testing/valid-request";

const KEPT = 16;
const PLACEHOLDER = /@\{(own|other|live|gone) (\S+) (\d+)\}/g;

export interface World {
  keys: Record<KeyName, string | null>;
  picture: Buffer<ArrayBuffer>;
  /** Accounts that the run must not change. */
  bystanders: string[];
  /** Replaces placeholders by ids. */
  resolve(text: string): string;
  /** Adds the object created at this URL, so that later requests can refer to it. */
  learn(location: string): void;
}

type Pools = Record<Owner, Map<string, string[]>>;

async function poolOf(holder: Holder, count: number): Promise<Map<string, string[]>> {
  const pool = new Map<string, string[]>();
  for (const path of collectionPaths) {
    const ids: string[] = [];
    while (ids.length < count) ids.push(await collectionOf(path).make(holder));
    pool.set(path, ids);
  }
  return pool;
}

const neverMade = (ids: string[]) => ids.map((id) => `${id.slice(0, -2)}00`);

/** Creates the caller's account in both modes, and bystanders in both modes. */
export async function makeWorld(): Promise<World> {
  const own = await makeHolder("test");
  const twin = await makeCounterpart(own);
  const [other, live] = [await makeHolder("test"), await makeHolder("live")];
  const { account, token } = own;
  const read = await makeKey(account, "read");
  const revoked = await makeKey(account);
  await database().transaction((db) => revokeApiKey({ ...contextOf(account), db }, revoked));
  const mine = await poolOf(own, 4);
  const gone = new Map([...mine].map(([path, ids]) => [path, neverMade(ids)]));
  const pools: Pools = {
    own: mine,
    gone,
    other: await poolOf(other, 2),
    live: await poolOf(live, 2),
  };
  // Fulfills waiting orders now, so that the run itself doesn't.
  await matchOrders(systemContext(), { database: database() });
  let learnt = 0;
  return {
    keys: {
      write: token,
      read: read.token,
      revoked: revoked.token,
      live: twin.token,
      none: null,
    },
    picture: await smallPicture(),
    bystanders: [other, live].flatMap((holder) => [holder.account.id, holder.counterpart.id]),
    resolve: (text) =>
      text.replaceAll(PLACEHOLDER, (_all, owner: Owner, collection: string, place: string) => {
        const ids = pools[owner].get(collection) ?? [];
        return ids[Number(place) % ids.length] ?? "unknown";
      }),
    learn(location) {
      const [, collection = "", id = ""] = /^.*\/v1(\/.+)\/([^/]+)$/.exec(location) ?? [];
      const ids = mine.get(collection);
      if (!ids) return;
      ids[learnt % KEPT] = id;
      learnt += 1;
    },
  };
}
