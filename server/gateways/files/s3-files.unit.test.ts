import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Problem } from "#core/errors";
import { startFakeS3 } from "#testing/fake-s3";
import { probeStore, provenFiles, s3Files } from "./s3-files";

const fake = await startFakeS3();
const store = s3Files(fake.settings);
const timeouts = { tryMs: 150, allMs: 3000 };
const short = s3Files(fake.settings, timeouts);
const ill = { status: 500, code: "InternalError" };
const file = { contentType: "text/plain", bytes: Buffer.from("content") };

afterAll(() => fake.close());

beforeEach(() => {
  fake.requests.length = 0;
  fake.faults.length = 0;
  fake.conditions = "honored";
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "no failure",
    (error: unknown) => error,
  );
}

describe("S3", () => {
  it("uses paths, with one request per stored file and per lookup", async () => {
    await store.put("logos/a b.png", file);
    await store.find("logos/a b.png");
    const path = `/${fake.settings.bucket}/logos/a%20b.png`;
    expect(fake.requests).toEqual([`PUT ${path}?x-id=PutObject`, `GET ${path}?x-id=GetObject`]);
    expect([...fake.objects.keys()]).toEqual(["logos/a b.png"]);
  });

  it("may fail twice before it responds", async () => {
    fake.faults.push(ill, "hang up");
    await store.put("timeouts", file);
    fake.faults.push({ status: 503, code: "SlowDown" }, ill);
    expect((await store.find("timeouts"))?.bytes).toEqual(file.bytes);
    expect(fake.requests.length).toBe(6);
  });

  it("keeps a file if the response was lost", async () => {
    fake.faults.push("lose the response");
    const stored = await store.put("lost", file);
    expect(stored.bytes).toEqual(file.bytes);
    expect(fake.requests.map((it) => it.slice(0, 3))).toEqual(["PUT", "PUT", "GET"]);
  });

  it("is tried again while another writer uses the same key", async () => {
    fake.faults.push({ status: 409, code: "ConditionalRequestConflict" });
    expect((await store.put("conflict", file)).bytes).toEqual(file.bytes);
    expect(fake.requests.map((it) => it.slice(0, 3))).toEqual(["PUT", "GET", "PUT"]);
  });

  it.each([
    ["does not recover", [ill, ill, ill]],
    ["is too slow", [{ delayMs: 600 }, { delayMs: 600 }, { delayMs: 600 }]],
    ["hangs up", ["hang up", "hang up", "hang up"]],
  ] as const)("is said to be unavailable when it %s", async (_how, faults) => {
    for (const work of [() => short.find("any"), () => short.put("any", file)]) {
      fake.faults.push(...faults);
      const failure = await failureOf(work());
      expect(failure).toBeInstanceOf(Problem);
      expect(failure).toMatchObject({ code: "unavailable", cause: expect.any(Error) });
      expect(String(failure)).not.toMatch(/S3|127\.0\.0\.1|InternalError/);
    }
  });

  it("is unavailable without a retry if the bucket or key is wrong or the request unsupported", async () => {
    const elsewhere = s3Files({ ...fake.settings, bucket: "another" });
    const stranger = s3Files({ ...fake.settings, accessKeyId: "AKIASTRANGER" });
    for (const [wrong, name] of [
      [elsewhere, "NoSuchBucket"],
      [stranger, "SignatureDoesNotMatch"],
    ] as const) {
      const headers = { "retry-after": expect.any(String) };
      const problem = { code: "unavailable", headers, cause: { name } };
      expect(await failureOf(wrong.find("any"))).toMatchObject(problem);
      expect(await failureOf(wrong.put("any", file))).toMatchObject(problem);
    }
    expect(fake.requests.length).toBe(4);
    fake.conditions = "refused";
    const refused = { code: "unavailable", detail: expect.stringContaining("not configured") };
    expect(await failureOf(store.put("any", file))).toMatchObject(refused);
    expect(fake.requests.length).toBe(5);
  });
});

describe("a probe of S3", () => {
  it("finds no problem with a store that honors conditions, first and later", async () => {
    expect([await probeStore(fake.settings), await probeStore(fake.settings)]).toEqual([
      null,
      null,
    ]);
  });

  it.each([
    ["ignored", /^CT_S3_ENDPOINT: the store ignores If-None-Match/],
    ["refused", /^CT_S3_ENDPOINT: the store does not support If-None-Match .*501/],
  ] as const)(
    "says that conditions are %s, and no file is put then",
    async (conditions, message) => {
      fake.objects.clear();
      fake.conditions = conditions;
      expect(await probeStore(fake.settings)).toMatch(message);
      const proven = provenFiles(store, () => probeStore(fake.settings));
      expect(await failureOf(proven.put("unsafe", file))).toMatchObject({ code: "unavailable" });
      expect(fake.objects.has("unsafe")).toBe(false);
      fake.objects.clear();
      fake.conditions = "honored";
      expect((await proven.put("unsafe", file)).bytes).toEqual(file.bytes);
    },
  );

  it("names the wrong variable", async () => {
    const elsewhere = { ...fake.settings, bucket: "another" };
    expect(await probeStore(elsewhere)).toBe("CT_S3_BUCKET: the store has no bucket another");
    const stranger = { ...fake.settings, accessKeyId: "AKIASTRANGER" };
    expect(await probeStore(stranger)).toMatch(/^CT_S3_ACCESS_KEY_ID: .*SignatureDoesNotMatch/);
  });

  it("runs once before the first file, and again after an outage", async () => {
    const proven = provenFiles(short, () => probeStore(fake.settings, timeouts));
    fake.faults.push("hang up", "hang up", "hang up");
    expect(await failureOf(proven.put("proved/1", file))).toMatchObject({ code: "unavailable" });
    fake.requests.length = 0;
    await proven.put("proved/1", file);
    await proven.put("proved/2", file);
    const probes = fake.requests.filter((it) => it.includes("conditional-put"));
    expect(probes.length).toBeLessThanOrEqual(3);
    expect(fake.requests.length - probes.length).toBe(2);
  });
});
