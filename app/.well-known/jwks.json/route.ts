// The public keys by which anybody can check a certificate's signature, also years later.
import { respondPublicly } from "#core/problem";
import { listSigningKeys, toJwksResource } from "#domain/certificates";

export function GET(): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const keys = toJwksResource(await listSigningKeys(ctx));
    return new Response(`${JSON.stringify(keys, null, 2)}\n`, {
      headers: {
        "content-type": "application/jwk-set+json",
        // Who meets an unknown key asks again; a withdrawn one is to be forgotten soon.
        "cache-control": "public, max-age=300",
        "access-control-allow-origin": "*",
      },
    });
  });
}
