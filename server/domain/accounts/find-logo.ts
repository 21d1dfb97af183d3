// Finds a published logo for anybody who has its address.
import type { Context } from "#core/context";
import { files, type StoredFile } from "#gateways/files";
import { logoKeyOf } from "./logo-rules";

/** The logo of this file name ("<digest>.png"), or null. */
export async function findLogo(ctx: Context, fileName: string): Promise<StoredFile | null> {
  const key = logoKeyOf(fileName);
  return key === null ? null : files(ctx.db).find(key);
}
