// A logo as the dashboard sends it, whoever's it is to be.
import { z } from "zod";
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { logoContentTypes, MAX_LOGO_BYTES, storeLogo } from "#domain/accounts";

/** A picture, its bytes in base 64. */
export const SentLogo = z.strictObject({
  contentType: z.enum(logoContentTypes),
  bytes: z.base64().max(Math.ceil((MAX_LOGO_BYTES * 4) / 3) + 4, "is larger than 5 MB"),
});

/** The key of the kept file. Outside transactions: decoding takes a while. @throws invalid `bytes` */
export async function keepLogo(ctx: Context, sent: z.infer<typeof SentLogo>): Promise<string> {
  const bytes = Buffer.from(sent.bytes, "base64");
  if (bytes.length > MAX_LOGO_BYTES) throw invalid("bytes", "is larger than 5 MB");
  return storeLogo(ctx, { contentType: sent.contentType, bytes, field: "bytes" });
}
