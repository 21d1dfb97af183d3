// Callers of every endpoint, with objects that their requests share.
import { database } from "#core/db";
import { revokeApiKey } from "#domain/accounts";
import { type ApiResponse, call, publishedContract } from "#testing/api";
import { type Case, servePicture } from "#testing/endpoints/cases";
import {
  makeValidBody,
  makeValidRequest,
  type RequestContext,
  type ValidRequest,
} from "#testing/endpoints/valid-request";
import { contextOf, makeKey } from "#testing/factories";
import type { LocalServer } from "#testing/local-server";
import {
  collectionOf,
  collectionPaths,
  type Holder,
  lastingEndpoints,
  makeCounterpart,
  makeHolder,
} from "#testing/objects";

export type Who = "own" | "another" | "counterpart" | "another, live";

export function send(
  { endpoint }: Case,
  { path, ...options }: ValidRequest,
  key: string | null,
): Promise<ApiResponse> {
  return call(endpoint.method, path, { ...options, key });
}

async function makeBadKeys({ account, token }: Holder): Promise<Record<string, string | null>> {
  const [revoked, expired] = [await makeKey(account), await makeKey(account)];
  await database().transaction((db) => revokeApiKey({ ...contextOf(account), db }, revoked));
  await database().prisma.apiKey.updateMany({
    where: { id: expired.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  const mistyped = `${token.slice(0, -1)}${token.endsWith("a") ? "b" : "a"}`;
  const keys = { none: null, "no key": "nonsense", mistyped };
  return { ...keys, revoked: revoked.token, expired: expired.token };
}

export class Callers {
  readonly holders: Record<Who, Holder>;
  /** Name → key with which every request is a 401. */
  readonly badKeys: Record<string, string | null>;
  readonly readKey: string;
  /** A URL that serves a picture and accepts callbacks. */
  readonly pictureUrl: string;
  readonly #pictures: LocalServer;
  readonly #objects = new Map<string, string>();

  private constructor(
    holders: Record<Who, Holder>,
    keys: { badKeys: Record<string, string | null>; readKey: string },
    pictures: LocalServer,
  ) {
    this.holders = holders;
    ({ badKeys: this.badKeys, readKey: this.readKey } = keys);
    this.#pictures = pictures;
    this.pictureUrl = `${pictures.origin}/logo`;
  }

  static async open(): Promise<Callers> {
    const own = await makeHolder("test");
    const holders = {
      own,
      another: await makeHolder("test"),
      counterpart: await makeCounterpart(own),
      "another, live": await makeHolder("live"),
    };
    const { token: readKey } = await makeKey(own.account, "read");
    const keys = { badKeys: await makeBadKeys(own), readKey };
    return new Callers(holders, keys, await servePicture());
  }

  close(): void {
    this.#pictures.close();
  }

  /** Returns the id of an object that is in refused requests only, so that it never changes. */
  async objectOf(who: Who, collection: string): Promise<string> {
    const name = `${who} ${collection}`;
    const known = this.#objects.get(name);
    if (known !== undefined) return known;
    const id = await collectionOf(collection).make(this.holders[who]);
    this.#objects.set(name, id);
    lastingEndpoints.add(id);
    return id;
  }

  /** Shared objects that their owners cannot read, which proves nothing about refused requests. */
  async missingObjects(cases: Case[]): Promise<string[]> {
    const missing: string[] = [];
    for (const [name, object] of this.#objects) {
      const [, who = "", collection = ""] = /^(.*) (\S+)$/.exec(name) ?? [];
      const path = `${collection}/${object}`;
      const isReadable = cases.some(
        ({ endpoint }) => endpoint.method === "GET" && endpoint.path === `${collection}/{id}`,
      );
      const { token } = this.holders[who as Who];
      if (isReadable && (await call("GET", path, { key: token })).status !== 200)
        missing.push(name);
    }
    return missing;
  }

  /** Ids and names that no response to another account may contain. */
  async secretsOf(who: Who): Promise<string[]> {
    const { account } = this.holders[who];
    const paths = collectionPaths.filter((path) => collectionOf(path).belongsTo === "account");
    const ids: string[] = [];
    for (const path of paths) ids.push(await this.objectOf(who, path));
    return [account.id, account.slug, ...ids];
  }

  /** A request that the endpoint accepts, on objects that no other request uses. */
  async request(one: Case, who: Who = "own"): Promise<ValidRequest> {
    return makeValidRequest(await this.#contextOf(one, who));
  }

  /** A valid request without its path. */
  async body(one: Case, who: Who): Promise<Omit<ValidRequest, "path">> {
    return makeValidBody(await this.#contextOf(one, who));
  }

  async #contextOf({ operation }: Case, who: Who): Promise<RequestContext> {
    const { document } = await publishedContract();
    return { document, operation, holder: this.holders[who], pictureUrl: this.pictureUrl };
  }
}
