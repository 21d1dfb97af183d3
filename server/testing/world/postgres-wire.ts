// The part of PostgreSQL's protocol that is needed to count and name statements.

/** One message with its type byte; the first of a connection has none. */
interface Frame {
  type: string;
  bytes: Buffer;
}

/** A statement, reading or writing, by its name or the start of its text. */
interface Statement {
  kind: "read" | "write";
  label: string;
}

const HEAD = 4;
const MAX_LABEL_LENGTH = 72;

/** Splits a stream of bytes into messages. */
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

function stringsOf({ bytes }: Frame, count: number): string[] {
  const strings: string[] = [];
  let from = 1 + HEAD;
  while (strings.length < count) {
    const end = bytes.indexOf(0, from);
    if (end === -1) break;
    strings.push(bytes.toString("utf8", from, end));
    from = end + 1;
  }
  return strings;
}

function shortened(sql: string): string {
  const plain = sql
    .replace(/"public"\./g, "")
    .replace(/"/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return plain.length > MAX_LABEL_LENGTH ? `${plain.slice(0, MAX_LABEL_LENGTH)}…` : plain;
}

const READS = /^(SELECT|BEGIN|SET|SHOW|ROLLBACK|SAVEPOINT|RELEASE)\b(?!.*\bFOR UPDATE\b)/is;

/** Follows the statements of one connection. */
class StatementNames {
  /** SQL by the name of the prepared statement. */
  readonly #prepared = new Map<string, string>();
  #name = "";

  /** Takes the client's next message. Returns the statement that it completes, or null. */
  take(frame: Frame): Statement | null {
    if (frame.type === "P") {
      const [name = "", text = ""] = stringsOf(frame, 2);
      this.#prepared.set(name, text);
    } else if (frame.type === "B") {
      // The last one in a batch is the statement itself; time limits come before it.
      this.#name = stringsOf(frame, 2)[1] ?? "";
    } else if (frame.type === "Q") {
      return this.#step("", stringsOf(frame, 1)[0] ?? "");
    } else if (frame.type === "S") {
      return this.#step(this.#name, this.#prepared.get(this.#name) ?? "");
    }
    return null;
  }

  #step(name: string, text: string): Statement {
    const label = name === "" ? shortened(text) : name;
    return { kind: READS.test(text.trim()) ? "read" : "write", label };
  }
}

/** A statement, or null for anything else that a client sends, with all of its bytes. */
interface Batch {
  statement: Statement | null;
  bytes: Buffer;
}

/** Splits what a client sends into batches, each of which the server responds to. */
export class BatchReader {
  readonly #frames = new FrameReader(false);
  readonly #names = new StatementNames();
  #parts: Buffer[] = [];

  *read(chunk: Buffer): Generator<Batch> {
    for (const frame of this.#frames.read(chunk)) {
      const statement = this.#names.take(frame);
      this.#parts.push(frame.bytes);
      if (!endsBatch(frame)) continue;
      yield { statement, bytes: Buffer.concat(this.#parts.splice(0)) };
    }
  }
}

/** Returns true if the client now waits or disconnects, so that its messages must be forwarded. */
function endsBatch({ type }: Frame): boolean {
  return type === "" || "QSHXp".includes(type);
}

/** Returns true for the end of the server's response. */
export function isReady({ type }: Frame): boolean {
  return type === "Z";
}
