import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import { ownPicture } from "#core/page-headers";
import { files, type StoredFile } from "#gateways/files";
import { pictureKey, pictureKeyOf } from "./rules";

/** Addresses on this host. A drawing of the installation has one for all sizes. */
export interface PictureSources {
  small: string;
  large: string;
}

/**
 * The pictures at these addresses that this host can show. Those of other hosts are there once they
 * were fetched; until then, and if they fail, they are missing.
 */
export async function listPictures(
  ctx: Context,
  { urls }: { urls: readonly (string | null)[] },
): Promise<ReadonlyMap<string, PictureSources>> {
  const given = [...new Set(urls.filter((url) => url !== null))];
  const sources = new Map<string, PictureSources>();
  for (const url of given) {
    const own = ownPicture(url, appUrl());
    if (own !== null) sources.set(url, { small: own, large: own });
  }
  const outside = given.filter((url) => !sources.has(url));
  if (outside.length === 0) return sources;
  const rows = await ctx.db.prisma.picture.findMany({ where: { sourceUrl: { in: outside } } });
  for (const { sourceUrl, digest } of rows) {
    if (digest === null) continue;
    sources.set(sourceUrl, {
      small: `/${pictureKey(digest, 480)}`,
      large: `/${pictureKey(digest, 960)}`,
    });
  }
  return sources;
}

/** The stored file with this public name, or null. */
export async function findPictureFile(ctx: Context, fileName: string): Promise<StoredFile | null> {
  const key = pictureKeyOf(fileName);
  return key === null ? null : files(ctx.db).find(key);
}
