// The secrets of all rooms, as rows that can be encrypted in place.
import type { Context } from "#core/context";
import { encryptBytes, encryptText, isEncrypted, type Place } from "#core/data-key";

type WithDb = Pick<Context, "db">;
type Bytes = Uint8Array<ArrayBuffer>;

/** A value of a column, with how to replace it unless it has changed. */
export interface StoredSecret {
  row: string;
  isEncrypted: boolean;
  encrypt(ctx: WithDb): Promise<number>;
}

export interface SecretColumn {
  name: Place["column"];
  label: string;
  /** The next values in the order of their rows, after the given one. */
  list(ctx: WithDb, input: { after: string | undefined; limit: number }): Promise<StoredSecret[]>;
}

interface BytesRow {
  column: Place["column"];
  row: string;
  value: Bytes;
  replace(value: Bytes): (ctx: WithDb) => Promise<{ count: number }>;
}

function ofBytes({ column, row, value, replace }: BytesRow): StoredSecret {
  return {
    row,
    isEncrypted: isEncrypted(value),
    async encrypt(ctx) {
      const encrypted = await encryptBytes(ctx, { column, row }, value);
      return (await replace(encrypted)(ctx)).count;
    },
  };
}

const signingKeys: SecretColumn = {
  name: "signing_keys.private_key",
  label: "signing keys",
  async list({ db }, { after, limit }) {
    const rows = await db.prisma.signingKey.findMany({
      where: { privateKey: { not: null }, ...(after !== undefined && { id: { gt: after } }) },
      orderBy: { id: "asc" },
      take: limit,
    });
    return rows.flatMap(({ id, privateKey }) =>
      privateKey === null
        ? []
        : ofBytes({
            column: "signing_keys.private_key",
            row: id,
            value: privateKey,
            replace: (value) => (ctx) =>
              ctx.db.prisma.signingKey.updateMany({
                where: { id, privateKey },
                data: { privateKey: value },
              }),
          }),
    );
  },
};

const webhookSecrets: SecretColumn = {
  name: "webhook_secrets.secret",
  label: "webhook secrets",
  async list({ db }, { after, limit }) {
    const rows = await db.prisma.webhookSecret.findMany({
      where: after === undefined ? {} : { id: { gt: after } },
      orderBy: { id: "asc" },
      take: limit,
    });
    return rows.map(({ accountId, id, secret }) => ({
      row: id,
      isEncrypted: isEncrypted(secret),
      async encrypt(ctx) {
        const place = { column: "webhook_secrets.secret", row: id } as const;
        const { count } = await ctx.db.prisma.webhookSecret.updateMany({
          where: { accountId, id, secret },
          data: { secret: await encryptText(ctx, place, secret) },
        });
        return count;
      },
    }));
  },
};

const totpKeys: SecretColumn = {
  name: "people.totp_key",
  label: "authenticator keys",
  async list({ db }, { after, limit }) {
    const rows = await db.prisma.person.findMany({
      where: { totpKey: { not: null }, ...(after !== undefined && { id: { gt: after } }) },
      orderBy: { id: "asc" },
      take: limit,
    });
    return rows.flatMap(({ id, totpKey }) =>
      totpKey === null
        ? []
        : ofBytes({
            column: "people.totp_key",
            row: id,
            value: totpKey,
            replace: (value) => (ctx) =>
              ctx.db.prisma.person.updateMany({ where: { id, totpKey }, data: { totpKey: value } }),
          }),
    );
  },
};

const installationSecrets: SecretColumn = {
  name: "installation_secrets.value",
  label: "installation secrets",
  async list({ db }, { after, limit }) {
    const rows = await db.prisma.installationSecret.findMany({
      where: after === undefined ? {} : { name: { gt: after } },
      orderBy: { name: "asc" },
      take: limit,
    });
    return rows.map(({ name, value: former }) =>
      ofBytes({
        column: "installation_secrets.value",
        row: name,
        value: former,
        replace: (value) => (ctx) =>
          ctx.db.prisma.installationSecret.updateMany({
            where: { name, value: former },
            data: { value },
          }),
      }),
    );
  },
};

export const secretColumns: readonly SecretColumn[] = [
  signingKeys,
  webhookSecrets,
  totpKeys,
  installationSecrets,
];
