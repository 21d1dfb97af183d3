// The format of a backup: a gzipped tar file, encrypted with age. `age --decrypt` and `tar` read it.
import fs from "node:fs";
import path from "node:path";
import { pipeline as pipe } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from "modern-tar";
import { z } from "zod";
import type { Dump, DumpHeader, DumpPart } from "./dump-database";

const FORMAT = 1;
const GZIP_LEVEL = 3;
const MAX_ENTRY_BYTES = 256_000_000;

export type Lock = { passphrase: string } | { recipient: string };
export type Key = { passphrase: string } | { identity: string };

export interface BackupHeader extends DumpHeader {
  /** Version of the app. */
  version: string;
}

const Header = z.object({
  format: z.number(),
  version: z.string(),
  takenAt: z.string(),
  server: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
});
const End = z.object({ rows: z.record(z.string(), z.number()) });
const FileFacts = z.object({ key: z.string(), contentType: z.string() });

interface Entry {
  name: string;
  bytes: Uint8Array;
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value, null, 2));

function entriesOf(part: DumpPart, number: number): Entry[] {
  const place = String(number).padStart(8, "0");
  if ("table" in part) return [{ name: `tables/${part.table}/${place}`, bytes: part.bytes }];
  if ("rows" in part) return [{ name: "end.json", bytes: json(part) }];
  const { bytes, ...facts } = part.file;
  return [
    { name: `files/${place}.json`, bytes: json(facts) },
    { name: `files/${place}`, bytes },
  ];
}

async function* entriesOfDump({ header, parts }: Dump, version: string): AsyncGenerator<Entry> {
  yield { name: "backup.json", bytes: json({ format: FORMAT, version, ...header }) };
  let number = 0;
  for await (const part of parts) {
    number += 1;
    yield* entriesOf(part, number);
  }
}

function webStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* itemsOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Has no effect on a stream that has ended.
    await reader.cancel().catch(() => {});
  }
}

/** Reads entries no faster than the archive is written. */
function packed(entries: AsyncIterable<Entry>): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const pack = async () => {
    for await (const { name, bytes } of entries) {
      const writer = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
      await writer.write(bytes);
      await writer.close();
    }
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  return readable;
}

/** Renames the file when it is complete and on the disk. */
async function writeWhole(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  if (fs.existsSync(file)) throw new Error(`${file} exists already.`);
  const draft = `${file}.${process.pid}.partial`;
  try {
    await write(draft);
    const handle = await fs.promises.open(draft, "r");
    await handle.sync().finally(() => handle.close());
    await fs.promises.rename(draft, file);
  } finally {
    await fs.promises.rm(draft, { force: true });
  }
  const folder = await fs.promises.open(path.dirname(file), "r").catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** Writes a backup to a new file. */
export async function writeBackup(
  file: string,
  dump: Dump,
  { lock, version }: { lock: Lock; version: string },
): Promise<void> {
  const encrypter = new Encrypter();
  if ("passphrase" in lock) encrypter.setPassphrase(lock.passphrase);
  else encrypter.addRecipient(lock.recipient);
  await writeWhole(file, (draft) =>
    pipeline(
      itemsOf(packed(entriesOfDump(dump, version))),
      createGzip({ level: GZIP_LEVEL }),
      async function* encrypt(zipped: AsyncIterable<Uint8Array>) {
        yield* itemsOf(await encrypter.encrypt(webStream(zipped)));
      },
      fs.createWriteStream(draft, { mode: 0o600 }),
    ),
  );
}

async function bytesOf({ header, body }: ParsedTarEntry): Promise<Buffer> {
  if (header.size > MAX_ENTRY_BYTES) throw new Error(`its entry ${header.name} is too large`);
  const pieces: Uint8Array[] = [];
  for await (const piece of itemsOf(body)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* openEntries(file: string, key: Key): AsyncGenerator<Entry & { bytes: Buffer }> {
  const decrypter = new Decrypter();
  if ("passphrase" in key) decrypter.addPassphrase(key.passphrase);
  else decrypter.addIdentity(key.identity);
  const unzipped = pipe(
    fs.createReadStream(file, { highWaterMark: 1_000_000 }),
    async function* decrypt(encrypted: AsyncIterable<Uint8Array>) {
      yield* itemsOf(await decrypter.decrypt(webStream(encrypted)));
    },
    createGunzip(),
    () => {},
  );
  const decoder = createTarDecoder({ strict: true });
  // Also reads what follows the last entry, which authenticates the end of the file.
  for await (const entry of itemsOf(webStream(unzipped).pipeThrough(decoder))) {
    yield { name: entry.header.name, bytes: await bytesOf(entry) };
  }
}

async function* partsOf(entries: AsyncIterator<Entry & { bytes: Buffer }>) {
  let facts: z.infer<typeof FileFacts> | undefined;
  let isComplete = false;
  for (;;) {
    const { value, done } = await entries.next();
    if (done) break;
    const { name, bytes } = value;
    const table = /^tables\/([^/]+)\/\d+$/.exec(name)?.[1];
    if (table !== undefined) yield { table, bytes };
    else if (name === "end.json") {
      isComplete = true;
      yield End.parse(JSON.parse(bytes.toString()));
    } else if (name.endsWith(".json")) facts = FileFacts.parse(JSON.parse(bytes.toString()));
    else if (facts) yield { file: { ...facts, bytes } };
  }
  if (!isComplete) throw new Error("its end is missing");
}

function unreadable(file: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  if (/no identity matched|incorrect passphrase|HMAC/i.test(reason)) {
    return new Error(`${file} cannot be opened with this key or passphrase.`, { cause: error });
  }
  return new Error(`${file} is damaged or no backup: ${reason}.`, { cause: error });
}

async function* explaining<T>(file: string, parts: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await iterator.next().catch((error: unknown) => {
        throw unreadable(file, error);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Opens a backup. Its parts can be trusted only when all were read without an error. */
export async function readBackup(
  file: string,
  key: Key,
): Promise<{ header: BackupHeader; parts: AsyncIterable<DumpPart> }> {
  const entries = openEntries(file, key);
  const first = await entries.next().catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (first.done || first.value.name !== "backup.json") {
    throw unreadable(file, new Error("it has no header"));
  }
  const { format, ...header } = Header.parse(JSON.parse(first.value.bytes.toString()));
  if (format !== FORMAT) {
    await entries.return(undefined);
    throw new Error(
      `${file} was written by version ${header.version} of the app, in a format that this version ` +
        "does not read. Install that version or a newer one.",
    );
  }
  return { header, parts: explaining(file, partsOf(entries)) };
}
