import { afterAll, afterEach, describe, expect, it } from "vitest";
import { sha256 } from "#core/crypto";
import { database } from "#core/db";
import { env } from "#core/env";
import { startFakeS3 } from "#testing/fake-s3";
import { databaseFiles, layeredFiles } from "./files";
import { files, listBucketFiles } from "./index";
import { s3Files } from "./s3-files";

const fake = await startFakeS3();
const another = await startFakeS3();
const stores = {
  "the database": () => databaseFiles(database()),
  S3: () => s3Files(fake.settings),
  "S3 after the database": () => layeredFiles(s3Files(another.settings), databaseFiles(database())),
};

afterAll(() => Promise.all([fake.close(), another.close()]));

function content(text: string, contentType = "text/plain") {
  return { contentType, bytes: Buffer.from(text) };
}

describe.each(Object.entries(stores))("files in %s", (name, open) => {
  const store = open();
  const own = (key: string) => `${name}/${key}`;

  it("are returned as they were stored, with their digest", async () => {
    const picture = { contentType: "image/png", bytes: Buffer.from([0, 255, 13, 10, 128]) };
    const put = await store.put(own("logos/one.png"), picture);
    const stored = await store.find(own("logos/one.png"));
    for (const file of [put, stored]) {
      expect(file?.contentType).toBe("image/png");
      expect(Buffer.from(file?.bytes ?? [])).toEqual(picture.bytes);
      expect(Buffer.from(file?.sha256 ?? [])).toEqual(sha256(picture.bytes));
    }
  });

  it("do not exist before they are stored", async () => {
    expect(await store.find(own("logos/never.png"))).toBeNull();
  });

  it("never change once they are stored", async () => {
    await store.put(own("once"), content("first", "text/plain"));
    const second = await store.put(own("once"), content("second", "text/html"));
    expect(second.contentType).toBe("text/plain");
    expect(Buffer.from(second.bytes).toString()).toBe("first");
    expect(Buffer.from((await store.find(own("once")))?.bytes ?? []).toString()).toBe("first");
  });

  it("are one file for concurrent writers", async () => {
    const writers = Array.from({ length: 8 }, (_, index) =>
      store.put(own("race"), content(`${index}`)),
    );
    const stored = (await Promise.all(writers)).map(({ bytes }) => Buffer.from(bytes).toString());
    expect(new Set(stored).size).toBe(1);
    expect(Buffer.from((await store.find(own("race")))?.bytes ?? []).toString()).toBe(stored[0]);
  });

  it("may be empty or large, and have any name", async () => {
    const large = {
      contentType: "application/pdf",
      bytes: Buffer.alloc(5 * 1024 * 1024, "carbon"),
    };
    await store.put(own("certificates/ord_1/layout-1.pdf"), large);
    const file = await store.find(own("certificates/ord_1/layout-1.pdf"));
    expect(large.bytes.equals(file?.bytes ?? Buffer.alloc(0))).toBe(true);
    for (const key of ["a key with spaces + % & ? #", "logos/über.png", "a/./b"]) {
      await store.put(own(key), content(key));
      expect(Buffer.from((await store.find(own(key)))?.bytes ?? []).toString()).toBe(key);
    }
    await store.put(own("empty"), content(""));
    expect((await store.find(own("empty")))?.bytes.length).toBe(0);
  });
});

describe("the installation's files", () => {
  afterEach(() => {
    env.s3 = null;
  });

  it("are listed from the bucket, over several pages", async () => {
    env.s3 = another.settings;
    const store = s3Files(another.settings);
    const names = ["list/a.png", "list/b.pdf", "list/c.png", "list/d.png", "list/e.png"];
    for (const name of names) await store.put(name, content(name, "image/png"));
    const listed = new Map<string, string>();
    for await (const { key, bytes } of listBucketFiles(/\.pdf$/)) {
      if (key.startsWith("list/")) listed.set(key, Buffer.from(bytes).toString());
    }
    const expected = names.filter((name) => name !== "list/b.pdf");
    expect([...listed]).toEqual(expected.map((name) => [name, name]));
  });

  it("are in the database unless a bucket is configured; existing ones stay", async () => {
    await files(database()).put("move/before", content("before"));
    env.s3 = fake.settings;
    const store = files(database());
    expect(Buffer.from((await store.find("move/before"))?.bytes ?? []).toString()).toBe("before");
    const again = await store.put("move/before", content("after"));
    expect(Buffer.from(again.bytes).toString()).toBe("before");
    await store.put("move/after", content("after"));
    expect(await databaseFiles(database()).find("move/after")).toBeNull();
    expect([...fake.objects.keys()].filter((key) => key.startsWith("move/"))).toEqual([
      "move/after",
    ]);
  });
});
