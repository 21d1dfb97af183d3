// Published signing keys: a JSON Web Key Set of Ed25519 keys, with public parts alone.
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { JwksResource, toJwksResource } from "./signing-keys";

it("publishes every key by its ID, as a JWK Set", () => {
  const jwk = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const keys = [
    { id: "sig_1", publicKey: jwk.x ?? "" },
    { id: "sig_2", publicKey: jwk.x ?? "" },
  ];
  const set = toJwksResource(keys.map((key) => ({ ...key, privateKey: "secret" })));
  expect(set.keys.map(({ kid }) => kid)).toEqual(["sig_1", "sig_2"]);
  for (const key of set.keys) {
    expect(createPublicKey({ key, format: "jwk" }).asymmetricKeyType).toBe("ed25519");
  }
  expect(JSON.stringify(set)).not.toContain("secret");
  expect(JwksResource.parse(set)).toEqual(set);
});

it("contains only the fields of RFC 8037", () => {
  const [key] = toJwksResource([{ id: "sig_1", publicKey: "AA" }]).keys;
  expect(key).toEqual({
    kty: "OKP",
    crv: "Ed25519",
    alg: "EdDSA",
    use: "sig",
    kid: "sig_1",
    x: "AA",
  });
  expect(JwksResource.safeParse({ keys: [{ ...key, d: "AA" }] }).success).toBe(false);
  expect(JwksResource.safeParse({ keys: [], more: 1 }).success).toBe(false);
});
