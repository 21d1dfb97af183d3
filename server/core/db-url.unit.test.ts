import { describe, expect, it } from "vitest";
import { databaseUrlFault, driverUrl, urlsOf } from "./db-url";

describe("urlsOf", () => {
  it("gives each host a URL with the same user, database and options", () => {
    expect(
      urlsOf("postgresql://u:p%2C@a:1,[::1]:2,c/till?target_session_attrs=primary&sslmode=require"),
    ).toEqual([
      "postgresql://u:p%2C@a:1/till?sslmode=require",
      "postgresql://u:p%2C@[::1]:2/till?sslmode=require",
      "postgresql://u:p%2C@c/till?sslmode=require",
    ]);
  });

  it.each(["postgresql://u:a,b@h/till", "postgresql:///till?host=/run/a,b", "postgres://h:1/till"])(
    "leaves %s as it is",
    (url) => expect(urlsOf(url)).toEqual([url]),
  );
});

it.each([
  "postgresql://u:p@a,b:5433/till",
  "postgres://u@a/till?target_session_attrs=read-write",
  "postgresql://u:p%40ss%2Fw%23rd%3A1%3F%26%25x@h/till?sslmode=verify-full&sslrootcert=/etc/ca.pem",
  "postgresql:///till?host=/run/postgresql",
  "postgresql://u:p@[::1]:5432/till?sslmode=no-verify",
])("%s is a database's URL", (url) => expect(databaseUrlFault(url)).toBeNull());

it.each([
  ["postgresql://u@a,b/till?target_session_attrs=prefer-standby", "target_session_attrs"],
  ["postgresql://u@a/till?sslmode=bogus", "sslmode"],
  ["postgresql://u@a:x,b/till", "must be postgresql://"],
  ["postgresql://u@a,/till", "must be postgresql://"],
  ["https://a,b/till", "must be postgresql://"],
  ["till", "must be postgresql://"],
  ["postgresql://u:secret@/rest#x@h/till", "percent-encoded"],
  ["postgresql://u:secret@rest@h/till", "percent-encoded"],
  ["postgresql://u:secret/rest@h/till", "percent-encoded"],
  ["postgresql://u:secret?rest@h/till?sslmode=require", "percent-encoded"],
  ["postgresql://u:secret%rest@h/till", "percent-encoded"],
])("%s is refused without a part of its password", (url, reason) => {
  const fault = databaseUrlFault(url);
  expect(fault).toContain(reason);
  expect(fault).not.toMatch(/secret|rest/);
});

it.each([
  ["postgresql://u@h/till?sslmode=require", "postgresql://u@h/till?sslmode=verify-full"],
  [
    "postgresql://u@h/till?a=b&sslmode=prefer&c=d",
    "postgresql://u@h/till?a=b&sslmode=verify-full&c=d",
  ],
  ["postgresql://u@h/till?sslmode=no-verify", "postgresql://u@h/till?sslmode=no-verify"],
  ["postgresql://u:sslmode=require@h/till", "postgresql://u:sslmode=require@h/till"],
])("the driver gets %s as %s", (url, result) => expect(driverUrl(url)).toBe(result));
