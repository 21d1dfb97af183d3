import { tooBusy } from "#core/fair-queue";
import { runDecoder } from "#gateways/decoding";
import { type Drawing, type ImageKind, NotAnImage } from "./image-kinds";

export const TOO_MANY_PICTURES = "Too many images are being processed. Try again in a few seconds.";

const limits = {
  dataKib: 1_000_000,
  heapMib: 192,
  cpuSeconds: 10,
  outputBytes: 8 * 1024 * 1024,
};

export interface Drawable {
  kind: ImageKind;
  drawing: Drawing;
  bytes: Uint8Array;
}

/**
 * Returns the decoder's image, which must still be checked. @throws NotAnImage with what is wrong;
 * Problem unavailable if the machine is too busy
 */
export async function drawApart({ kind, drawing, bytes }: Drawable): Promise<Buffer> {
  const args = [kind, JSON.stringify(drawing)];
  const decoding = await runDecoder({ folder: "images", args, bytes, limits });
  if (decoding.kind === "decoded") return decoding.body;
  if (decoding.kind === "busy") throw tooBusy(TOO_MANY_PICTURES);
  if (decoding.kind === "refused") throw new NotAnImage(decoding.reason);
  const tooLong = decoding.kind === "too-long";
  throw new NotAnImage(tooLong ? "takes too long to draw" : "takes too much memory to draw");
}
