// The accounts that a fuzz run speaks of: whose keys it has, and whose objects its ids name.
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
  /** Accounts that nothing of the run may touch. */
  bystanders: string[];
  /** The text with ids in the place of placeholders. */
  resolve(text: string): string;
  /** Takes up the object that was made at this address, so that later requests name it. */
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

/** Fresh accounts: the caller's own and its live twin, and bystanders in both modes. */
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
  // What would be filled in the course of the run is filled before it.
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
