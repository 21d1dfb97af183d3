// A request that has arrived, and what is known of it before it is handled.
import type http from "node:http";
import { addressOf, callerOf, originOf, type RequestInfo } from "#core/caller";
import { logRequest, warnOfProxies } from "./access-log";
import { hashOfKey } from "./address-limits";
import type { Connection } from "./connections";
import { countRequest } from "./http-metrics";
import { isOwnPath } from "./own-paths";
import type { RequestHead, RequestKind } from "./request-class";

export interface Arrival {
  connection: Connection;
  req: http.IncomingMessage;
  res: http.ServerResponse;
  head: RequestHead;
  kind: RequestKind;
  keyHash: string | undefined;
  /** The account of a key that was accepted recently. */
  account: string | undefined;
  /** An account, the subject of a form, or an address: all its requests share places. */
  owner: string;
  info: RequestInfo;
  arrivedAt: number;
}

/** Finds who sends requests. */
export class Senders {
  #hasWarned = false;

  /** Parsed once per connection, unless its proxy forwards another client. */
  find(connection: Connection, req: http.IncomingMessage): { caller: string; address: string } {
    const origin = originOf(req);
    if (connection.caller?.forwardedFor !== origin.forwardedFor) {
      const { forwardedFor, remoteAddress = "" } = origin;
      if (!this.#hasWarned && !isOwnPath(req.url ?? "")) {
        this.#hasWarned = warnOfProxies({ forwardedFor, remoteAddress });
      }
      connection.caller = { forwardedFor, name: callerOf(origin), address: addressOf(origin) };
    }
    const { name: caller, address } = connection.caller;
    return { caller, address };
  }
}

/** Computed once per connection, unless it carries other keys. */
export function keyHashOf(
  connection: Connection,
  { authorization }: RequestHead,
): string | undefined {
  if (authorization === undefined) return undefined;
  if (connection.key?.authorization !== authorization) {
    connection.key = { authorization, hash: hashOfKey(authorization) };
  }
  return connection.key.hash;
}

/** Logs and counts a request that was not refused. */
export function recordServed(
  { req, res, kind, info, arrivedAt }: Arrival,
  bytesSent: number,
): void {
  logRequest(req, res, { info, class: kind.class, startedAt: arrivedAt, bytes: bytesSent });
  const seconds = (performance.now() - arrivedAt) / 1000;
  countRequest(req, res, { class: kind.class, route: info.route, seconds });
}
