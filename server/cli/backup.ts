// `till backup` and `till restore`.
import { type Command, InvalidArgumentError } from "commander";
import { env } from "#core/env";
import type { Log } from "#core/log";
import { plural } from "#core/text";
import { listIrreplaceableFiles } from "#domain/diagnostics";
import type { Key, Lock } from "#setup/backup-archive";
import { type Restored, restoreBackup } from "#setup/restore-backup";
import {
  backupFile,
  deleteOldBackups,
  listBackups,
  takeBackup,
  verifyBackup,
} from "#setup/take-backup";
import {
  type JsonOption,
  jsonOption,
  type Output,
  printResult,
  readText,
  resolvePath,
  runBeforeMigrations,
  runUnmigrated,
} from "./command";
import { check } from "./diagnostics";

interface KeyOptions extends JsonOption {
  identity?: string;
}

function requireLock(): Lock {
  const { CT_BACKUP_RECIPIENT: recipient, CT_BACKUP_PASSPHRASE: passphrase } = env;
  if (recipient) return { recipient };
  if (passphrase) return { passphrase };
  throw new Error(
    "A backup holds every secret of the installation, so it is always encrypted. Set " +
      "CT_BACKUP_PASSPHRASE, or CT_BACKUP_RECIPIENT to a public key of age.",
  );
}

/** A file of `age-keygen` has its key in a line of its own. */
async function requireKey({ identity: file }: KeyOptions): Promise<Key> {
  if (file !== undefined) {
    const identity = /^AGE-SECRET-KEY-\S+$/m.exec(await readText(file))?.[0];
    if (identity) return { identity };
    throw new Error(`${file} has no key of age: a line that starts with AGE-SECRET-KEY-.`);
  }
  const { CT_BACKUP_PASSPHRASE: passphrase } = env;
  if (passphrase) return { passphrase };
  throw new Error("Set CT_BACKUP_PASSPHRASE, or name the file of the private key with --identity.");
}

const sum = (rows: Record<string, number>) =>
  Object.values(rows).reduce((total, count) => total + count, 0);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function verify(file: string, options: KeyOptions): Promise<Output> {
  const contents = await verifyBackup(resolvePath(file), await requireKey(options));
  const { takenAt, version, rows, files, bytes } = contents;
  const counts = [
    plural(sum(rows), "row"),
    plural(rows["orders"] ?? 0, "order"),
    plural(files, "file"),
  ];
  return {
    lines: [
      `Complete: the installation as of ${takenAt}, version ${version}.`,
      `${counts.join(", ")}, ${megabytes(bytes)}.`,
    ],
    document: { ok: true, taken_at: takenAt, version, rows, files, bytes },
  };
}

function list(folder: string): Output {
  const backups = listBackups(resolvePath(folder));
  const lines = backups.map(
    ({ file, takenAt, bytes }) => `${takenAt}  ${megabytes(bytes).padStart(12)}  ${file}`,
  );
  return {
    lines: backups.length === 0 ? ["No backups."] : lines,
    document: backups.map(({ file, takenAt, bytes }) => ({ file, taken_at: takenAt, bytes })),
  };
}

interface TakeOptions extends BackupOptions {
  to: string;
  url: string;
  log: Log;
}

async function take({ url, log, ...options }: TakeOptions): Promise<Output> {
  const target = resolvePath(options.to);
  const file = backupFile(target, new Date());
  if (options.keep !== undefined && file === target) {
    throw new Error("--keep needs a folder of backups in --to.");
  }
  const files = listIrreplaceableFiles();
  const { takenAt } = await takeBackup(url, file, { lock: requireLock(), files, log });
  const deleted = options.keep === undefined ? [] : deleteOldBackups(target, options.keep);
  return {
    lines: [
      `Backed up the installation as of ${takenAt} to ${file}.`,
      ...deleted.map((it) => `Deleted ${it}.`),
    ],
    document: { file, taken_at: takenAt, deleted },
  };
}

interface BackupOptions extends KeyOptions {
  to?: string;
  keep?: number;
  list?: string;
  verify?: string;
}

function count(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 10_000) return value;
  throw new InvalidArgumentError("must be a whole number, 1 or more");
}

function addBackup(program: Command): void {
  program
    .command("backup")
    .description("write an encrypted backup of the whole installation while it runs")
    .option("--to <file or folder>", "a new file, or a folder, where its name is the time")
    .option("--keep <count>", "then delete all but the newest backups of the folder", count)
    .option("--list <folder>", "list the backups in a folder")
    .option("--verify <file>", "read a whole backup, and report what it has")
    .option("--identity <file>", "with --verify: private key of age, instead of the passphrase")
    .addOption(jsonOption())
    .action(async (options: BackupOptions) => {
      const { to, list: folder, verify: file } = options;
      if (folder !== undefined) return printResult(options, async () => list(folder));
      if (file !== undefined) return printResult(options, () => verify(file, options));
      if (to !== undefined) {
        return runUnmigrated(options, (url, log) => take({ ...options, to, url, log }));
      }
      program.error("error: name --to, --list or --verify");
    });
}

/** Consequences of a restore that no check can find. */
function restoredLines({ header, restoredAt, rows, migrations }: Restored): string[] {
  return [
    `Restored ${plural(sum(rows), "row")}, of them ${plural(rows["orders"] ?? 0, "order")}.`,
    ...(migrations.length > 0
      ? [
          `The backup is of version ${header.version}: applied ${plural(migrations.length, "migration")}.`,
        ]
      : []),
    "",
    `THE INSTALLATION WENT BACK from ${restoredAt.toISOString()} to ${header.takenAt}.`,
    "Everything after that moment is gone, and only you can tell what it was:",
    "  - Orders and certificates: their links no longer work, and their credits are on sale again.",
    "  - Payments: compare them with your provider. The check below lists charges without a payment.",
    "  - Signing keys and their log: a key that was created since cannot be verified any more.",
    "  - API keys, passwords and sessions that were revoked since work again.",
    "  - Idempotency keys: a client that repeats a request of that time places another order.",
    "Mails and callbacks that were due at that moment are sent, some a second time.",
    "What to do: docs/operations/backup.md, section After a restore.",
    "",
  ];
}

function addRestore(program: Command): void {
  program
    .command("restore")
    .description("restore a backup into an empty database, and check the books")
    .requiredOption("--from <file>", "the backup")
    .option("--identity <file>", "private key of age, instead of CT_BACKUP_PASSPHRASE")
    .addOption(jsonOption())
    .action(async (options: KeyOptions & { from: string }) =>
      runBeforeMigrations(
        options,
        async (url, log) =>
          restoreBackup(url, resolvePath(options.from), { key: await requireKey(options), log }),
        async (ctx, restored) => {
          // Before the check, which may fail, and apart from the JSON document.
          const output = options.json ? process.stderr : process.stdout;
          output.write(`${restoredLines(restored).join("\n")}\n`);
          const { lines, document, ...rest } = await check(ctx);
          const { header, restoredAt, rows, migrations } = restored;
          return {
            ...rest,
            lines,
            document: {
              backup_taken_at: header.takenAt,
              restored_at: restoredAt,
              rows,
              migrations,
              check: document,
            },
          };
        },
      ),
    );
}

/** Adds `backup` and `restore`. */
export function addBackupCommands(program: Command): void {
  addBackup(program);
  addRestore(program);
}
