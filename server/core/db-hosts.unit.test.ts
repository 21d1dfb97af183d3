import { describe, expect, it } from "vitest";
import { isDatabaseUrl, placeOf, urlsOf } from "./db-hosts";

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
  ["postgresql://u:p@a,b:5433/till", true],
  ["postgres://u@a/till?target_session_attrs=read-write", true],
  ["postgresql://u@a,b/till?target_session_attrs=prefer-standby", false],
  ["postgresql://u@a:x,b/till", false],
  ["postgresql://u@a,/till", false],
  ["https://a,b/till", false],
  ["till", false],
])("isDatabaseUrl(%s) is %s", (url, is) => {
  expect(isDatabaseUrl(url)).toBe(is);
});

it("messages name all hosts and no password", () => {
  expect(placeOf("postgresql://u:secret@a:1,b:2/till")).toBe("the database till on a:1,b:2");
});
