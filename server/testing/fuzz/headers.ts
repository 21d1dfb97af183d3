// Request headers: those that an operation accepts, and unusual ones.
import fc from "fast-check";
import type { Operation } from "#testing/contract/document";
import { hostileText } from "#testing/fuzz/hostile";
import { idIn, type Variants } from "#testing/fuzz/values";

/** Any valid header value: no line ends, no NUL, one byte per character. */
const headerText = fc.oneof(
  hostileText.map((text) => text.replaceAll(/[^\t\u0020-\u007e\u00a0-\u00ff]/g, "").slice(0, 9000)),
  fc.constantFrom("", " ", ",", '"', "a, b", "\u00e9\u00ff", "k".repeat(512), "k".repeat(513)),
);
const oddHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.constantFrom<[string, string]>(
    ["content-encoding", "gzip"],
    ["transfer-encoding", "chunked"],
    ["expect", "100-continue"],
    ["content-length", "5"],
    ["content-length", "-1"],
    ["content-length", "x"],
    ["content-length", "99999999999999999999"],
    ["x-http-method-override", "DELETE"],
    ["x-forwarded-host", "evil.example"],
    ["x-forwarded-proto", "javascript"],
    ["accept", "text/html"],
    ["accept-encoding", "br;q=nan"],
    ["range", "bytes=0-0"],
    ["if-none-match", "*"],
    ["origin", "null"],
    ["cookie", "a=b; a=c"],
    ["host", "evil.example"],
    ["authorization", "Basic Zm9vOmJhcg=="],
    ["authorization", "Bearer"],
    ["authorization", "Bearer a b"],
    ["authorization", `Bearer ${"x".repeat(60_000)}`],
    ["x-request-id", "chosen"],
    ["x-big", "x".repeat(60_000)],
  ),
  headerText.map((value): [string, string] => ["x-subaccount-id", value]),
  headerText.map((value): [string, string] => ["idempotency-key", value]),
  headerText.map((value): [string, string] => ["authorization", `Bearer ${value}`]),
  idIn("/subaccounts").map((value): [string, string] => ["x-subaccount-id", value]),
);

export function headerVariants(operation: Operation): Variants<[string, string][]> {
  const takes = (name: string) =>
    operation.parameters.some((it) => it.in === "header" && it.name.toLowerCase() === name);
  const none = fc.constant<[string, string][]>([]);
  const own = idIn("/subaccounts", ["own"]).map((id): [string, string][] => [
    ["x-subaccount-id", id],
  ]);
  // Few keys, so that requests collide.
  const keys = fc.nat(200).map((key): [string, string][] => [["idempotency-key", `key ${key}`]]);
  const good = [
    { weight: 4, arbitrary: none },
    ...(takes("x-subaccount-id") ? [{ weight: 2, arbitrary: own }] : []),
    ...(takes("idempotency-key") ? [{ weight: 2, arbitrary: keys }] : []),
  ];
  return { good: fc.oneof(...good), bad: fc.array(oddHeader, { minLength: 1, maxLength: 3 }) };
}
