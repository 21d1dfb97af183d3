// A client of the process: trusts acknowledged responses, and repeats requests that got none.
import { call } from "#testing/api";
import { isKilledNow } from "#testing/crashes/lifetime";

export interface Reply {
  status: number;
  text: string;
}

/** Returns true if repeating the request may succeed. */
function isTemporary({ status, text }: Reply): boolean {
  return status >= 500 || status === 429 || text.includes("idempotency-concurrent-requests");
}

export class Client {
  /** Final responses by action. */
  readonly acknowledged = new Map<string, Reply>();
  readonly faults: string[] = [];

  /** Records the response, unless the process was killed before it could send it. */
  acknowledge(action: string, reply: Reply): Reply | null {
    if (isKilledNow()) return null;
    const before = this.acknowledged.get(action);
    const isOther =
      before?.status !== reply.status || (reply.status < 300 && before.text !== reply.text);
    if (before && isOther) {
      this.faults.push(`${action} returned ${before.text}, and later ${reply.text}`);
    }
    if (!before) this.acknowledged.set(action, reply);
    return before ?? reply;
  }

  /** Posts with the action's own idempotency key. Null without a final response. */
  async post(
    action: string,
    path: string,
    { key, body, tag }: { key: string; body?: unknown; tag: string },
  ): Promise<Reply | null> {
    const headers = { "idempotency-key": `${tag}-${action}` };
    const { status, text } = await call("POST", path, { key, headers, body });
    return isTemporary({ status, text }) ? null : this.acknowledge(action, { status, text });
  }
}
