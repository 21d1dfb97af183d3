// A bad environment is refused with every bad variable named, and production is known by its address.
import { afterEach, describe, expect, it } from "vitest";
import { env, isProduction, parseEnv } from "./env";

describe("parseEnv", () => {
  it("fills in what is not set, and takes an empty variable for one that is not", () => {
    const env = parseEnv({ PORT: "", APP_URL: "https://till.example/" });
    expect(env).toMatchObject({ PORT: 3000, APP_URL: "https://till.example", CT_DEMO: true });
  });

  it("names every variable that is wrong", () => {
    const bad = { PORT: "many", APP_URL: "ftp://x", CT_DEMO: "yes", CT_RATE_LIMIT: "fast" };
    for (const name of Object.keys(bad))
      expect(() => parseEnv(bad)).toThrow(new RegExp(`${name}: `));
  });

  it("takes S3 as a whole, or not at all", () => {
    const s3 = {
      CT_S3_BUCKET: "files",
      CT_S3_ACCESS_KEY_ID: "id",
      CT_S3_SECRET_ACCESS_KEY: "secret",
    };
    const keys = { bucket: "files", accessKeyId: "id", secretAccessKey: "secret" };
    expect(parseEnv({}).s3).toBeNull();
    expect(parseEnv(s3).s3).toEqual({ ...keys, region: "us-east-1" });
    const others = { CT_S3_ENDPOINT: "https://s3.example", CT_S3_REGION: "eu-1" };
    const wanted = { ...keys, endpoint: "https://s3.example", region: "eu-1" };
    expect(parseEnv({ ...s3, ...others }).s3).toEqual(wanted);
    for (const name of Object.keys(s3)) {
      const half = { ...s3, ...others, [name]: "", PORT: "many" };
      expect(() => parseEnv(half)).toThrow(new RegExp(`${name}: is needed beside `));
      expect(() => parseEnv(half)).toThrow(/PORT: /);
      expect(() => parseEnv(half)).not.toThrow(/secret/);
    }
    expect(() => parseEnv({ ...s3, CT_S3_ENDPOINT: "s3.example" })).toThrow(/CT_S3_ENDPOINT: /);
    expect(() => parseEnv({ CT_S3_REGION: "eu-1" })).toThrow(/CT_S3_BUCKET: is needed beside/);
  });
});

describe("isProduction", () => {
  afterEach(() => {
    env.APP_URL = undefined;
  });

  it.each([
    [undefined, false],
    ["http://localhost:3000", false],
    ["https://127.0.0.1", false],
    ["http://[::1]:8080/till", false],
    ["https://till.example", true],
    ["http://localhost.example", true],
    ["http://192.168.0.10:3000", true],
  ])("for an installation at %s is %s", (url, expected) => {
    env.APP_URL = url;
    expect(isProduction()).toBe(expected);
  });
});
