import type { Context } from "#core/context";
import { currentMasterKey, ensureDataKey, findDataKey, isUsable } from "#core/data-key";
import type { Database } from "#core/db";
import { env } from "#core/env";
import { type SecretColumn, type StoredSecret, secretColumns } from "./stored-secrets";

export interface ColumnStatus {
  column: SecretColumn["name"];
  label: string;
  plain: number;
  encrypted: number;
}

export interface SecretsStatus {
  /** ID of the master key that the data key is encrypted with; null if nothing is encrypted. */
  masterKeyId: string | null;
  /** ID of CT_MASTER_KEY. */
  configuredKeyId: string | null;
  /** True if a configured key is the one in use. */
  isUsable: boolean;
  columns: ColumnStatus[];
}

const PAGE = 200;

async function* pagesOf(
  list: (after: string | undefined) => Promise<StoredSecret[]>,
): AsyncGenerator<StoredSecret[]> {
  let after: string | undefined;
  for (;;) {
    const page = await list(after);
    yield page;
    after = page.at(-1)?.row;
    if (page.length < PAGE || after === undefined) return;
  }
}

async function countColumn(ctx: Context, column: SecretColumn): Promise<ColumnStatus> {
  const status = { column: column.name, label: column.label, plain: 0, encrypted: 0 };
  for await (const page of pagesOf((after) => column.list(ctx, { after, limit: PAGE }))) {
    const encrypted = page.filter(({ isEncrypted }) => isEncrypted).length;
    status.encrypted += encrypted;
    status.plain += page.length - encrypted;
  }
  return status;
}

export async function getSecretsStatus(ctx: Context): Promise<SecretsStatus> {
  const key = await findDataKey(ctx);
  const columns: ColumnStatus[] = [];
  for (const column of secretColumns) columns.push(await countColumn(ctx, column));
  return {
    masterKeyId: key?.masterKeyId ?? null,
    configuredKeyId: currentMasterKey()?.id ?? null,
    isUsable: key !== null && isUsable(key),
    columns,
  };
}

/**
 * Encrypts the values that are still plain, each page in its own transaction, so that it can be
 * interrupted and repeated. Returns how many it encrypted.
 * @throws without a usable master key
 */
export async function encryptSecrets(
  ctx: Omit<Context, "db">,
  { database }: { database: Database },
): Promise<number> {
  await database.transaction((db) => ensureDataKey({ ...ctx, db }));
  let total = 0;
  for (const column of secretColumns) {
    // Read in the transaction that replaces them.
    let replaced = 0;
    const list = (after: string | undefined) =>
      database.transaction(async (db) => {
        const page = await column.list({ db }, { after, limit: PAGE });
        replaced = 0;
        for (const secret of page) {
          if (!secret.isEncrypted) replaced += await secret.encrypt({ db });
        }
        return page;
      });
    for await (const _ of pagesOf(list)) total += replaced;
  }
  return total;
}

/** Encrypts from the beginning if CT_MASTER_KEY is set before there is any secret. */
export async function encryptNewInstallation(
  ctx: Omit<Context, "db">,
  { database }: { database: Database },
): Promise<void> {
  if (env.CT_MASTER_KEY === undefined) return;
  await database.transaction(async (db) => {
    if (await findDataKey({ db })) return;
    for (const column of secretColumns) {
      const [first] = await column.list({ db }, { after: undefined, limit: 1 });
      if (first) return;
    }
    await ensureDataKey({ ...ctx, db });
  });
}
