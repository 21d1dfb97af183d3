// Public keys that verify the signatures of certificates, including older ones.
import { respondPublicly } from "#core/problem";
import { listSigningKeys, toJwksResource } from "#domain/certificates";

export function GET(): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const keys = toJwksResource(await listSigningKeys(ctx));
    return new Response(`${JSON.stringify(keys, null, 2)}\n`, {
      headers: {
        "content-type": "application/jwk-set+json",
        // Short, so that new keys are found and revoked ones are forgotten soon.
        "cache-control": "public, max-age=300",
        "access-control-allow-origin": "*",
      },
    });
  });
}
