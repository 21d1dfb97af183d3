// Which addresses are answered from memory, and under which name.
import { expect, test } from "vitest";
import { keptAddressOf } from "./kept-address";

test.each([
  ["/", "/", "build"],
  ["/docs", "/docs", "build"],
  ["/docs/reference/schemas/Order?x=1", "/docs/reference/schemas/Order", "build"],
  ["/_next/static/chunks/a.js", "/_next/static/chunks/a.js", "build"],
  ["/verify", "/verify", "build"],
  ["/certificates/ord_1?utm_source=mail", "/certificates/ord_1", "data"],
  ["/certificates/ord_1/", "/certificates/ord_1", "data"],
  ["/certificates/ord_1/pdf?1", "/certificates/ord_1/pdf", "data"],
  ["/impact/demo?kg=5", "/impact/demo", "data"],
  [
    "/impact/demo/badge.svg?b=1&lang=de&theme=dark",
    "/impact/demo/badge.svg?theme=dark&lang=de",
    "data",
  ],
  ["/projects/prj_1?mode=test&x=1", "/projects/prj_1?mode=test", "data"],
])("%s is kept as %s among the pages of %s", (url, kept, group) => {
  expect(keptAddressOf("GET", url)).toEqual({ url: kept, group });
  expect(keptAddressOf("HEAD", url)).toEqual({ url: kept, group });
});

test.each([
  ["GET", "/verify?q=VCS-1"],
  ["GET", "/docs/reference?q=orders"],
  ["GET", "/impact/demo?preview=1&sections=map"],
  ["GET", "/checkout/cs_1"],
  ["GET", "/admin/login"],
  ["GET", "/admin"],
  ["GET", "/trpc/session.person"],
  ["GET", "/api/auth/session"],
  ["GET", "/v1/orders"],
  ["GET", "/certificates/%E0%A4%A"],
  ["GET", `/certificates/${"x".repeat(600)}`],
  ["GET", "http://elsewhere.example/docs"],
  ["POST", "/certificates/ord_1"],
  ["OPTIONS", "/docs"],
])("%s %s is never kept", (method, url) => {
  expect(keptAddressOf(method, url)).toBeNull();
});
