// As much of PostgreSQL's protocol as it takes to count statements and to name them.
import type { Step } from "#testing/crashes/points";

/** One message, with the byte that says its type; the first of a connection has none. */
interface Frame {
  type: string;
  bytes: Buffer;
}

const HEAD = 4;
const LONGEST_LABEL = 72;

/** Cuts a stream of bytes into messages. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);
  #isTyped: boolean;

  constructor(isTyped: boolean) {
    this.#isTyped = isTyped;
  }

  *read(chunk: Buffer): Generator<Frame> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const start = this.#isTyped ? 1 : 0;
      if (this.#rest.length < start + HEAD) return;
      const end = start + this.#rest.readInt32BE(start);
      if (this.#rest.length < end) return;
      const bytes = this.#rest.subarray(0, end);
      const type = this.#isTyped ? String.fromCharCode(bytes[0] ?? 0) : "";
      this.#isTyped = true;
      this.#rest = this.#rest.subarray(end);
      yield { type, bytes };
    }
  }
}

function textsOf({ bytes }: Frame, count: number): string[] {
  const texts: string[] = [];
  let from = 1 + HEAD;
  while (texts.length < count) {
    const end = bytes.indexOf(0, from);
    if (end === -1) break;
    texts.push(bytes.toString("utf8", from, end));
    from = end + 1;
  }
  return texts;
}

function shortened(sql: string): string {
  const plain = sql
    .replace(/"public"\./g, "")
    .replace(/"/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return plain.length > LONGEST_LABEL ? `${plain.slice(0, LONGEST_LABEL)}…` : plain;
}

const READS = /^(SELECT|BEGIN|SET|SHOW|ROLLBACK|SAVEPOINT|RELEASE)\b(?!.*\bFOR UPDATE\b)/is;

/** Follows one connection's statements. */
export class StatementNames {
  /** Texts by the names under which the connection prepared them. */
  readonly #prepared = new Map<string, string>();
  #name = "";

  /** Takes the next message of the client. Returns the step that it completes, or null. */
  take(frame: Frame): Step | null {
    if (frame.type === "P") {
      const [name = "", text = ""] = textsOf(frame, 2);
      this.#prepared.set(name, text);
    } else if (frame.type === "B") {
      // Of several in one batch, the last is the statement itself: time limits go before it.
      this.#name = textsOf(frame, 2)[1] ?? "";
    } else if (frame.type === "Q") {
      return this.#step("", textsOf(frame, 1)[0] ?? "");
    } else if (frame.type === "S") {
      return this.#step(this.#name, this.#prepared.get(this.#name) ?? "");
    }
    return null;
  }

  #step(name: string, text: string): Step {
    const label = name === "" ? shortened(text) : name;
    return { kind: READS.test(text.trim()) ? "read" : "write", label };
  }
}

/** Whether the client now waits, or ends: what it sent so far is to be passed on. */
export function endsBatch({ type }: Frame): boolean {
  return type === "" || "QSHXp".includes(type);
}

/** Whether the server has answered all of it. */
export function isReady({ type }: Frame): boolean {
  return type === "Z";
}
