// Public keys in the words of JOSE, as they are published.
import { z } from "zod";

const Jwk = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
  kid: z.string(),
  x: z.string(),
});

/** A JSON Web Key Set (RFC 7517) of Ed25519 keys (RFC 8037). */
export const JwksResource = z.strictObject({ keys: z.array(Jwk) });
export type JwksResource = z.infer<typeof JwksResource>;

/** The set of public keys, each by its id and its x coordinate in base64url. */
export function toJwksResource(keys: { id: string; publicKey: string }[]): JwksResource {
  return {
    keys: keys.map(({ id, publicKey }) => ({
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      kid: id,
      x: publicKey,
    })),
  };
}
