// Accounts of a fuzz run: keys to send, and objects to refer to.
import { database } from "#core/db";
import { revokeApiKey } from "#domain/accounts";
import { smallPicture } from "#testing/endpoints/valid-request";
import { contextOf, makeKey, matchAll } from "#testing/factories";
import type { KeyName } from "#testing/fuzz/requests";
import type { Owner } from "#testing/fuzz/values";
import { allowLivePayments } from "#testing/live-payments";
import {
  collectionOf,
  collectionPaths,
  type Holder,
  makeCounterpart,
  makeHolder,
  makePaidSession,
} from "#testing/objects";

const MAX_IDS = 16;
const PLACEHOLDER = /@\{(own|other|live|gone) (\S+) (\d+)\}/g;

export interface World {
  keys: Record<KeyName, string | null>;
  picture: Buffer<ArrayBuffer>;
  /** Accounts that the run must not change. */
  bystanders: string[];
  /** Replaces placeholders by ids. */
  resolve(text: string): string;
  /** Adds the object created at this URL, so that later requests can refer to it. */
  addObject(location: string): void;
}

type Pools = Record<Owner, Map<string, string[]>>;

async function makePaidSessions(holder: Holder, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await makePaidSession(holder));
  return ids;
}

async function poolOf(holder: Holder, count: number): Promise<Map<string, string[]>> {
  const pool = new Map<string, string[]>();
  for (const path of collectionPaths) {
    const ids: string[] = [];
    while (ids.length < count) ids.push(await collectionOf(path).make(holder));
    // Only paid sessions can be refunded.
    if (path === "/checkout/sessions") ids.push(...(await makePaidSessions(holder, count)));
    pool.set(path, ids);
  }
  return pool;
}

const unusedIds = (ids: string[]) => ids.map((id) => `${id.slice(0, -2)}00`);

/** Creates the caller's account in both modes, and bystanders in both modes. */
export async function makeWorld(): Promise<World> {
  allowLivePayments();
  const own = await makeHolder("test");
  const counterpart = await makeCounterpart(own);
  const [other, live] = [await makeHolder("test"), await makeHolder("live")];
  const { account, token } = own;
  const read = await makeKey(account, "read");
  const revoked = await makeKey(account);
  await database().transaction((db) => revokeApiKey({ ...contextOf(account), db }, revoked));
  const ownPool = await poolOf(own, 4);
  const gone = new Map([...ownPool].map(([path, ids]) => [path, unusedIds(ids)]));
  const pools: Pools = {
    own: ownPool,
    gone,
    other: await poolOf(other, 2),
    live: await poolOf(live, 2),
  };
  // Fulfills waiting orders now, so that the run itself doesn't.
  await matchAll();
  let added = 0;
  return {
    keys: {
      write: token,
      read: read.token,
      revoked: revoked.token,
      live: counterpart.token,
      none: null,
    },
    picture: await smallPicture(),
    bystanders: [other, live].flatMap((holder) => [holder.account.id, holder.counterpart.id]),
    resolve: (text) =>
      text.replaceAll(PLACEHOLDER, (_all, owner: Owner, collection: string, place: string) => {
        const ids = pools[owner].get(collection) ?? [];
        return ids[Number(place) % ids.length] ?? "unknown";
      }),
    addObject(location) {
      const [, collection = "", id = ""] = /^.*\/v1(\/.+)\/([^/]+)$/.exec(location) ?? [];
      const ids = ownPool.get(collection);
      if (!ids) return;
      ids[added % MAX_IDS] = id;
      added += 1;
    },
  };
}
