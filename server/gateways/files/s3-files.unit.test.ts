// The store in S3 when S3 is slow, ill, contended or not ours.
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Problem } from "#core/errors";
import { startFakeS3 } from "./fake-s3";
import { s3Files } from "./s3-files";

const fake = await startFakeS3();
const store = s3Files(fake.settings);
const hasty = s3Files(fake.settings, { tryMs: 150, allMs: 3000 });
const ill = { status: 500, code: "InternalError" };
const file = { contentType: "text/plain", bytes: Buffer.from("content") };

afterAll(() => fake.close());

beforeEach(() => {
  fake.requests.length = 0;
  fake.moods.length = 0;
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "no failure",
    (error: unknown) => error,
  );
}

describe("S3", () => {
  it("is asked by path, with one request for a file that is put and one that is found", async () => {
    await store.put("logos/a b.png", file);
    await store.find("logos/a b.png");
    const path = `/${fake.settings.bucket}/logos/a%20b.png`;
    expect(fake.requests).toEqual([`PUT ${path}?x-id=PutObject`, `GET ${path}?x-id=GetObject`]);
    expect([...fake.objects.keys()]).toEqual(["logos/a b.png"]);
  });

  it("may fail twice before it answers", async () => {
    fake.moods.push(ill, "hang up");
    await store.put("patience", file);
    fake.moods.push({ status: 503, code: "SlowDown" }, ill);
    expect((await store.find("patience"))?.bytes).toEqual(file.bytes);
    expect(fake.requests.length).toBe(6);
  });

  it("keeps what it took when its answer was lost", async () => {
    fake.moods.push("lose the answer");
    const kept = await store.put("lost", file);
    expect(kept.bytes).toEqual(file.bytes);
    expect(fake.requests.map((it) => it.slice(0, 3))).toEqual(["PUT", "PUT", "GET"]);
  });

  it("is asked again while another writer is at the same key", async () => {
    fake.moods.push({ status: 409, code: "ConditionalRequestConflict" });
    expect((await store.put("conflict", file)).bytes).toEqual(file.bytes);
    expect(fake.requests.map((it) => it.slice(0, 3))).toEqual(["PUT", "GET", "PUT"]);
  });

  it.each([
    ["does not get well", [ill, ill, ill]],
    ["is too slow", [{ delayMs: 600 }, { delayMs: 600 }, { delayMs: 600 }]],
    ["hangs up", ["hang up", "hang up", "hang up"]],
  ] as const)("is said to be unavailable when it %s", async (_how, moods) => {
    for (const work of [() => hasty.find("any"), () => hasty.put("any", file)]) {
      fake.moods.push(...moods);
      const failure = await failureOf(work());
      expect(failure).toBeInstanceOf(Problem);
      expect(failure).toMatchObject({ code: "unavailable", cause: expect.any(Error) });
      expect(String(failure)).not.toMatch(/S3|127\.0\.0\.1|InternalError/);
    }
  });

  it("is nothing to try again when the bucket or the key is wrong", async () => {
    const elsewhere = s3Files({ ...fake.settings, bucket: "another" });
    const stranger = s3Files({ ...fake.settings, accessKeyId: "AKIASTRANGER" });
    for (const [wrong, name] of [
      [elsewhere, "NoSuchBucket"],
      [stranger, "SignatureDoesNotMatch"],
    ] as const) {
      expect(await failureOf(wrong.find("any"))).toMatchObject({ name });
      expect(await failureOf(wrong.put("any", file))).toMatchObject({ name });
    }
    expect(fake.requests.length).toBe(4);
  });
});
