// Reads bodies before their requests ask for a place, so that one that arrives slowly holds nothing
// but memory, which is bounded here.
import http from "node:http";

const SHORT_BYTES = 64 * 1024;
const MIB = 1024 * 1024;
const SWEEP_MS = 250;

/** Of all, and of one address, key or session. */
const ALL = { bodies: 2000, bytes: 128 * MIB };
const OF_GROUP = { bodies: 128, bytes: 16 * MIB };
/** Of bodies that are not short, which are rare and cost as much as a hundred others. */
const RECENT = { bytes: 16 * MIB, ms: 10_000 };

/** Why a body was not read. */
export type BodyFault = "gone" | "slow-body" | "large-body" | "many-bodies" | "no-room";

export interface BodyRules {
  maxBytes: number;
  /** Bodies of one group are limited: those of an address, key or session. */
  groups: readonly string[];
}

interface Reading {
  bytes: number;
  /** Decides how long it may take. */
  expectedBytes: number;
  groups: readonly string[];
  startedAt: number;
  fail(fault: BodyFault): void;
}

/** Counts bytes of bodies that are not short, until `endsAt`. */
interface Recent {
  bytes: number;
  endsAt: number;
}

type WithBody = http.IncomingMessage & { rawBody?: Buffer };

/** Returns the body that was read before the request was admitted. */
export function bodyOf(req: http.IncomingMessage): Buffer | undefined {
  return (req as WithBody).rawBody;
}

/** `@hono/node-server` reads the property in place of the stream. */
export function setBody(req: http.IncomingMessage, body: Buffer): void {
  (req as WithBody).rawBody = body;
}

/** Returns the request with its body as a stream again. */
export function withBodyStream(req: http.IncomingMessage): http.IncomingMessage {
  const body = bodyOf(req);
  if (body === undefined) return req;
  const copy = new http.IncomingMessage(req.socket);
  const { method, url, headers, rawHeaders, httpVersion } = req;
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, complete: true });
  copy.push(body);
  copy.push(null);
  return copy;
}

function msFor(bytes: number): number {
  if (bytes <= SHORT_BYTES) return 3000;
  return bytes <= MIB ? 10_000 : 20_000;
}

export class Bodies {
  readonly #longestMs: number;
  readonly #now: () => number;
  /** Oldest first. */
  readonly #readings = new Set<Reading>();
  #bytes = 0;
  readonly #recent = new Map<string, Recent>();
  readonly #timer: NodeJS.Timeout;

  constructor(longestMs: number, now = () => performance.now()) {
    this.#longestMs = longestMs;
    this.#now = now;
    this.#timer = setInterval(() => this.sweep(), SWEEP_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Calls `done` once, with the body or why there is none. */
  read(
    req: http.IncomingMessage,
    { maxBytes, groups: names }: BodyRules,
    done: (result: Buffer | BodyFault) => void,
  ): void {
    const expectedBytes = Number(req.headers["content-length"] ?? 0);
    const sent = (name: string) => this.#recent.get(name)?.bytes ?? 0;
    if (expectedBytes > maxBytes) done("large-body");
    else if (names.some((name) => sent(name) + expectedBytes > RECENT.bytes)) done("many-bodies");
    else if (req.destroyed) done("gone");
    else this.#collect(req, { maxBytes, groups: names, expectedBytes }, done);
  }

  #collect(
    req: http.IncomingMessage,
    { maxBytes, groups, expectedBytes }: BodyRules & { expectedBytes: number },
    done: (result: Buffer | BodyFault) => void,
  ): void {
    const chunks: Buffer[] = [];
    const finish = (result: Buffer | BodyFault) => {
      if (!this.#readings.delete(reading)) return;
      this.#bytes -= reading.bytes;
      if (reading.bytes > SHORT_BYTES)
        for (const name of groups) this.#remember(name, reading.bytes);
      if (typeof result === "string") req.pause();
      done(result);
    };
    const startedAt = this.#now();
    const reading: Reading = { bytes: 0, expectedBytes, groups, startedAt, fail: finish };
    this.#readings.add(reading);
    if (this.#readings.size > ALL.bodies) this.#dropOldest();
    req.on("data", (chunk: Buffer) => {
      if (!this.#readings.has(reading)) return;
      chunks.push(chunk);
      reading.bytes += chunk.length;
      this.#bytes += chunk.length;
      if (reading.bytes > maxBytes) finish("large-body");
      while (this.#bytes > ALL.bytes) this.#dropOldest();
    });
    req.on("end", () =>
      finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    );
    req.on("close", () => finish("gone"));
  }

  #dropOldest(): void {
    const [oldest] = this.#readings;
    oldest?.fail("no-room");
  }

  /**
   * Gives up bodies that should have arrived by now, and the oldest ones of groups that have too
   * many. An honest one takes milliseconds, so it is rarely the oldest.
   */
  sweep(): void {
    const now = this.#now();
    const groups = new Map<string, { bodies: number; bytes: number }>();
    for (const reading of [...this.#readings].reverse()) {
      const { startedAt, bytes, expectedBytes } = reading;
      const ms = Math.min(msFor(Math.max(bytes, expectedBytes)), this.#longestMs);
      if (now - startedAt > ms) reading.fail("slow-body");
      else if (reading.groups.some((name) => exceeds(groups, name, bytes)))
        reading.fail("many-bodies");
    }
    for (const [name, { endsAt }] of this.#recent) if (now > endsAt) this.#recent.delete(name);
  }

  #remember(name: string, bytes: number): void {
    const recent = this.#recent.get(name) ?? { bytes: 0, endsAt: this.#now() + RECENT.ms };
    recent.bytes += bytes;
    this.#recent.set(name, recent);
  }
}

/** Adds a body to its group. Returns true if that has too many, or too many bytes. */
function exceeds(
  groups: Map<string, { bodies: number; bytes: number }>,
  name: string,
  bytes: number,
): boolean {
  const group = groups.get(name) ?? { bodies: 0, bytes: 0 };
  group.bodies += 1;
  group.bytes += bytes;
  groups.set(name, group);
  return group.bodies > OF_GROUP.bodies || group.bytes > OF_GROUP.bytes;
}
