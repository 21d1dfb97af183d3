// Hashing is expensive by design: a few at a time, and never inside a transaction.
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { currentCaller } from "./caller";
import { isInTransaction } from "./db-client";
import { FairQueue, tooBusy } from "./fair-queue";
import { oncePerProcess } from "./once-per-process";

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes, 1 lane.
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;
const deriveArgon2 = promisify(argon2);

// Two hashes at once leave Node two of its four threads for files and DNS lookups.
const hashes = oncePerProcess(
  "password-hashes",
  () =>
    new FairQueue({
      ...{ atOnce: 2, waiting: 64, waitingPerClient: 32, waitMs: 10_000 },
      refusal: () => tooBusy("The server is busy. Try again in a few seconds."),
    }),
);

/** A transaction must not hold its connection and locks while it waits for a hash. */
function derive(...input: Parameters<typeof deriveArgon2>): Promise<Buffer> {
  if (isInTransaction()) throw new Error("A password was hashed inside a transaction");
  return hashes.run(currentCaller(), () => deriveArgon2(...input));
}

/** Returns an argon2id hash in PHC format. @throws Problem unavailable */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: password, nonce, ...COST });
  const encoded = [nonce, tag].map((part) => part.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encoded.join("$")}`;
}

/** @throws Problem unavailable */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!form) return false;
  const [, memory, passes, parallelism, nonce, tag] = form;
  const expected = Buffer.from(tag ?? "", "base64");
  const actual = await derive("argon2id", {
    message: password,
    nonce: Buffer.from(nonce ?? "", "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
