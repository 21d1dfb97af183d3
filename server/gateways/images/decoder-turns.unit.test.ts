import sharp from "sharp";
import { expect, it } from "vitest";
import { withRequest } from "#core/caller";
import { decoders, reencodeImage } from "./reencode-image";

const create = { width: 6, height: 3, channels: 3, background: "#ff0000" } as const;
const bytes = await sharp({ create }).png().toBuffer();

/** Uploads a logo as a client with this address. */
function upload(caller: string) {
  const request = { requestId: "req_1", caller, address: caller };
  return withRequest(request, () => reencodeImage({ contentType: "image/png", bytes }));
}

it("a client whose images take long has one decoder, and others upload logos meanwhile", async () => {
  const bomb = Promise.withResolvers<void>();
  const drawn: string[] = [];
  const first = decoders.run("192.0.2.1", () => bomb.promise);
  const second = upload("192.0.2.1").then(() => drawn.push("the hostile client's"));
  await upload("192.0.2.2").then(() => drawn.push("another's"));
  await upload("192.0.2.3").then(() => drawn.push("a third's"));
  expect(drawn).toEqual(["another's", "a third's"]);
  bomb.resolve();
  await Promise.all([first, second]);
  expect(drawn).toHaveLength(3);
});

it("uploads of one client are refused beyond its share, while another's wait for their turn", async () => {
  const bomb = Promise.withResolvers<void>();
  const all = Array.from({ length: 9 }, () => decoders.run("192.0.2.1", () => bomb.promise));
  await expect(upload("192.0.2.1")).rejects.toMatchObject({ code: "rate-limited", status: 429 });
  expect(await upload("192.0.2.2")).toMatchObject({ widthPx: 6 });
  bomb.resolve();
  await Promise.all(all);
});
