// A client of the process: trusts acknowledged responses, and repeats requests that got none.
import { call } from "#testing/api";
import { isKilledNow } from "#testing/crashes/lifetime";
import { isTemporary, type Reply } from "#testing/world/clients";

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

  statusOf(action: string): number | undefined {
    return this.acknowledged.get(action)?.status;
  }

  /** Id of the object that the action created. */
  idOf(action: string): string | undefined {
    return (JSON.parse(this.acknowledged.get(action)?.text ?? "{}") as { id?: string }).id;
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
