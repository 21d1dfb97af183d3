// Keeps a picture as a logo: decoded and drawn again, so that nothing of what was sent is served.
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { invalid } from "#core/errors";
import { files } from "#gateways/files";
import { NotAnImage, reencodeImage } from "#gateways/images";
import { logoFileKey } from "./logo-rules";

interface Picture {
  contentType: string;
  bytes: Uint8Array;
  /** The field that a refusal names. */
  field: string;
}

/**
 * The key of the kept file. To be called outside transactions: it takes a while, and a file that
 * nobody names in the end does no harm.
 * @throws invalid naming the field where the bytes are no picture of the type
 */
export async function storeLogo(ctx: Context, picture: Picture): Promise<string> {
  try {
    const { contentType, bytes } = await reencodeImage(picture);
    const key = logoFileKey(sha256(bytes).toString("hex"));
    await files(ctx.db).put(key, { contentType, bytes });
    return key;
  } catch (error) {
    throw error instanceof NotAnImage ? invalid(picture.field, error.message) : error;
  }
}
