import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { resolveSecretFiles, secretVariables } from "./secret-files";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-secrets-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

it.each(secretVariables)("reads %s from a file, without its last line break", (name) => {
  const environment = { [`${name}_FILE`]: write(name, "se cret=#\n"), PORT: "1" };
  resolveSecretFiles(environment);
  expect(environment).toEqual({ [name]: "se cret=#", [`${name}_FILE`]: "", PORT: "1" });
  // A child process reads the same `.env`.
  expect(() => resolveSecretFiles(environment)).not.toThrow();
});

it("leaves variables alone that are not secrets or not set", () => {
  const environment = { PORT_FILE: "/nowhere", SMTP_URL: "smtp://localhost", SMTP_URL_FILE: "" };
  resolveSecretFiles(environment);
  expect(environment.PORT_FILE).toBe("/nowhere");
  expect(environment.SMTP_URL).toBe("smtp://localhost");
});

it("lists variables that are set twice, and files that are missing or empty", () => {
  const environment = {
    SMTP_URL: "smtp://user:hidden@localhost",
    SMTP_URL_FILE: write("smtp", "smtp://other"),
    DATABASE_URL_FILE: "/nowhere/url",
    CT_METRICS_TOKEN_FILE: write("empty", "\n"),
  };
  const attempt = () => resolveSecretFiles(environment);
  expect(attempt).toThrow("SMTP_URL and SMTP_URL_FILE are both set");
  expect(attempt).toThrow("DATABASE_URL_FILE: /nowhere/url cannot be read");
  expect(attempt).toThrow(`CT_METRICS_TOKEN_FILE: ${path.join(folder, "empty")} is empty`);
  expect(attempt).not.toThrow("hidden");
});
