import { describe, expect, it } from "vitest";
import { database } from "./db";
import { hashPassword, verifyPassword } from "./passwords";

describe("passwords", () => {
  it("are verified against their hash, and nothing else is", async () => {
    const hash = await hashPassword("correct horse");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword("correct horse", hash)).toBe(true);
    expect(await verifyPassword("correct hors", hash)).toBe(false);
    expect(await verifyPassword("x", "no hash")).toBe(false);
    expect(await hashPassword("correct horse")).not.toBe(hash);
  });

  it("are rejected with 503 while a client has its part of the queue of hashes", async () => {
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword("x")));
    const refused = results.filter((it) => it.status === "rejected");
    // Two run and 32 of this client wait.
    expect(refused).toHaveLength(80 - 34);
    expect(refused[0]?.reason).toMatchObject({ code: "unavailable", status: 503 });
    expect(await hashPassword("x")).toMatch(/^\$argon2id/);
  });

  it("are never hashed inside a transaction of either kind", async () => {
    const hash = () => hashPassword("x");
    await expect(database().transaction(hash)).rejects.toThrow(/inside a transaction/);
    await expect(database().sqlTransaction(hash)).rejects.toThrow(/inside a transaction/);
  });
});
