// The process's client: it believes what it was answered, and repeats what it got no answer to.
import { call } from "#testing/api";
import { isDeadNow } from "#testing/crashes/life";

export interface Answer {
  status: number;
  text: string;
}

/** Whether the same request may get another answer later. */
function mayPass({ status, text }: Answer): boolean {
  return status >= 500 || status === 429 || text.includes("idempotency-concurrent-requests");
}

export class Client {
  /** What was acknowledged, by action. */
  readonly acknowledged = new Map<string, Answer>();
  readonly faults: string[] = [];

  /** Takes an answer for true, unless the process died before it could give it. */
  acknowledge(action: string, answer: Answer): Answer | null {
    if (isDeadNow()) return null;
    const before = this.acknowledged.get(action);
    const isOther =
      before?.status !== answer.status || (answer.status < 300 && before.text !== answer.text);
    if (before && isOther) {
      this.faults.push(`${action} was answered ${before.text}, and later ${answer.text}`);
    }
    if (!before) this.acknowledged.set(action, answer);
    return before ?? answer;
  }

  /** POSTs under an idempotency key of the action's own. Null where there was no final answer. */
  async post(
    action: string,
    path: string,
    { key, body, tag }: { key: string; body?: unknown; tag: string },
  ): Promise<Answer | null> {
    const headers = { "idempotency-key": `${tag}-${action}` };
    const { status, text } = await call("POST", path, { key, headers, body });
    return mayPass({ status, text }) ? null : this.acknowledge(action, { status, text });
  }
}
