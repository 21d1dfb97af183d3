import { sql } from "kysely";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import type { Database } from "#core/db";
import { appUrl } from "#core/env";
import { Problem } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { inCallSpan } from "#core/tracing";
import type { CatalogueTables } from "#domain/catalogue";
import { FetchRefused, guardedFetch } from "#gateways/fetch";
import { files } from "#gateways/files";
import { NotAnImage, resizePicture } from "#gateways/images";
import { pauseMs, pictureKey, widths } from "./rules";
import type { PictureTables } from "./tables";

const query = queriesOn<CatalogueTables & PictureTables>();

const MAX_PER_RUN = 20;
const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

const findDue = query(
  "pictures-find-due",
  (db, of: Params<{ own: string; now: Date; most: number }>) =>
    db
      .selectFrom(
        db
          .selectFrom("projects")
          .select("primaryImageUrl as url")
          .union(db.selectFrom("portfolios").select("primaryImageUrl as url"))
          .as("source"),
      )
      .leftJoin("pictures as p", "p.sourceUrl", "source.url")
      .select(["source.url", "p.attempts"])
      .where("source.url", "~*", "^https?://")
      .where(sql<boolean>`NOT starts_with(source.url, ${of.own})`)
      .where("p.digest", "is", null)
      .where((eb) =>
        eb.or([eb("p.nextAttemptAt", "is", null), eb("p.nextAttemptAt", "<=", of.now)]),
      )
      .orderBy("p.nextAttemptAt", (by) => by.asc().nullsFirst())
      .orderBy("source.url")
      .limit(of.most),
);

const isExpected = (error: unknown) =>
  error instanceof FetchRefused || error instanceof NotAnImage || error instanceof Problem;

async function download(url: string) {
  const { status, headers, bytes } = await inCallSpan("picture", () =>
    guardedFetch({
      url,
      headers: { accept: "image/webp, image/png, image/jpeg, image/svg+xml" },
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      redirects: "same-origin",
    }),
  );
  if (status !== 200) throw new NotAnImage(`has status ${status}`);
  return { contentType: headers["content-type"] ?? "", bytes };
}

/** Fetches, resizes and stores the picture. Returns the digest that names its files. */
async function storePicture(ctx: Context, url: string): Promise<string> {
  const original = await download(url);
  const digest = sha256(original.bytes).toString("hex").slice(0, 32);
  for (const width of widths) {
    const content = await resizePicture(original, width);
    await files(ctx.db).put(pictureKey(digest, width), content);
  }
  return digest;
}

interface Due {
  url: string;
  attempts: number;
}

async function attempt(ctx: Context, { url, attempts }: Due) {
  try {
    const digest = await storePicture(ctx, url);
    return { digest, attempts: attempts + 1, reason: null, nextAttemptAt: null };
  } catch (error) {
    if (!isExpected(error)) throw error;
    const reason = error instanceof Error ? error.message.slice(0, 200) : "failed";
    ctx.log.warn(
      { event: "picture.not_fetched", url, reason },
      "could not fetch a project's picture",
    );
    const nextAttemptAt = new Date(ctx.now.getTime() + pauseMs(attempts + 1));
    return { digest: null, attempts: attempts + 1, reason, nextAttemptAt };
  }
}

/**
 * Fetches pictures that the catalogue names and this host lacks, and those whose retry is due.
 * Returns false if there were none. Files are stored first: one that no row names does no harm.
 */
export async function fetchDuePictures(
  ctx: Context,
  { database }: { database: Database },
): Promise<boolean> {
  const due = await findDue(ctx.db, { own: `${appUrl()}/`, now: ctx.now, most: MAX_PER_RUN });
  for (const { url, attempts } of due) {
    if (url === null) continue;
    const result = {
      ...(await attempt(ctx, { url, attempts: attempts ?? 0 })),
      updatedAt: ctx.now,
    };
    await database.transaction((db) =>
      db.prisma.picture.upsert({
        where: { sourceUrl: url },
        create: { sourceUrl: url, ...result },
        update: result,
      }),
    );
  }
  return due.length > 0;
}
