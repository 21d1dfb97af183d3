import { afterEach, describe, expect, it } from "vitest";
import { env, isProduction, parseEnv } from "./env";

describe("parseEnv", () => {
  it("uses defaults, and treats an empty variable as unset", () => {
    const env = parseEnv({ PORT: "", APP_URL: "https://till.example/" });
    expect(env).toMatchObject({ PORT: 3000, APP_URL: "https://till.example", CT_DEMO: "full" });
  });

  it("listens for this machine only where nothing says that others should come", () => {
    expect(parseEnv({}).HOST).toBe("127.0.0.1");
    expect(parseEnv({ CT_DEMO: "empty" }).HOST).toBe("127.0.0.1");
    expect(parseEnv({ CT_DEMO: "0" }).HOST).toBe("0.0.0.0");
    expect(parseEnv({ APP_URL: "https://till.example" }).HOST).toBe("0.0.0.0");
    expect(parseEnv({ HOST: "::" }).HOST).toBe("::");
  });

  it("refuses an APP_URL with a path", () => {
    for (const APP_URL of ["https://till.example/till", "https://till.example/?a=b"])
      expect(() => parseEnv({ APP_URL })).toThrow("APP_URL: must be without a path");
  });

  it("lists every invalid variable", () => {
    const bad = { PORT: "many", APP_URL: "ftp://x", CT_DEMO: "yes", CT_RATE_LIMIT: "fast" };
    for (const name of Object.keys(bad))
      expect(() => parseEnv(bad)).toThrow(new RegExp(`${name}: `));
  });

  it.each([
    "smtp://till:12#34@mail.example:587",
    "smtp://till:12/34@mail.example:587",
    "smtp://till:12?34@mail.example:587",
    "smtp://till:100%@mail.example",
    "smtp://till:se#cret@mail.example",
    "https://mail.example",
    "mail.example:587",
  ])(
    "refuses SMTP_URL=%s, whose password or scheme is not encoded, without repeating it",
    (url) => {
      expect(() => parseEnv({ SMTP_URL: url })).toThrow(/SMTP_URL: must be .* # as %23/);
      expect(() => parseEnv({ SMTP_URL: url })).not.toThrow(/12.34|100%@|cret|mail\.example/);
    },
  );

  it("accepts an encoded password, a port and options in SMTP_URL", () => {
    const url = "smtps://kim%40till.example:p%23%2F%3F%25ss@mail.example:465/?tls.servername=mail";
    for (const each of [url, "smtp://localhost", "smtp://[::1]:25?requireTLS=true"]) {
      expect(parseEnv({ SMTP_URL: each }).SMTP_URL).toBe(each);
    }
  });

  it.each(["MAIL_FROM", "MAIL_REPLY_TO"] as const)("accepts one address as %s", (name) => {
    for (const text of ["post@till.example", "The Till <post@till.example>", "<a@b.example>"]) {
      expect(parseEnv({ [name]: text })[name]).toBe(text);
    }
    for (const text of [
      "The Till",
      "a@b.example, c@d.example",
      "a@b.example\r\nBcc: c@d.example",
    ]) {
      expect(() => parseEnv({ [name]: text })).toThrow(`${name}: must be one address`);
    }
  });

  it("requires all settings of S3 or none", () => {
    const s3 = {
      CT_S3_BUCKET: "files",
      CT_S3_ACCESS_KEY_ID: "id",
      CT_S3_SECRET_ACCESS_KEY: "secret",
    };
    const keys = { bucket: "files", accessKeyId: "id", secretAccessKey: "secret" };
    expect(parseEnv({}).s3).toBeNull();
    expect(parseEnv(s3).s3).toEqual({ ...keys, region: "us-east-1" });
    const others = { CT_S3_ENDPOINT: "https://s3.example", CT_S3_REGION: "eu-1" };
    const full = { ...keys, endpoint: "https://s3.example", region: "eu-1" };
    expect(parseEnv({ ...s3, ...others }).s3).toEqual(full);
    for (const name of Object.keys(s3)) {
      const half = { ...s3, ...others, [name]: "", PORT: "many" };
      expect(() => parseEnv(half)).toThrow(new RegExp(`${name}: is required with `));
      expect(() => parseEnv(half)).toThrow(/PORT: /);
      expect(() => parseEnv(half)).not.toThrow(/secret/);
    }
    expect(() => parseEnv({ ...s3, CT_S3_ENDPOINT: "s3.example" })).toThrow(/CT_S3_ENDPOINT: /);
    expect(() => parseEnv({ CT_S3_REGION: "eu-1" })).toThrow(/CT_S3_BUCKET: is required with/);
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
