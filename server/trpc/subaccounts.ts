import { z } from "zod";
import type { AccountContext, Context } from "#core/context";
import { amountColumns, type Columns, fields } from "#core/csv";
import { database } from "#core/db";
import { invalid } from "#core/errors";
import { moneyOf } from "#core/money";
import { text } from "#core/text";
import {
  CreateSubaccount,
  deleteSubaccount,
  downloadLogo,
  getSubaccount,
  logoContentTypes,
  MAX_LOGO_BYTES,
  setSubaccountLogo,
  storeLogo,
  toSubaccountResource,
  UpdateSubaccount,
  UpdateSubaccounts,
} from "#domain/accounts";
import {
  createSubaccount,
  importSubaccounts,
  previewSubaccountImport,
  updateSubaccount,
  updateSubaccounts,
} from "#domain/catalogue";
import {
  getSubaccountFigures,
  ListSubaccountFigures,
  listSubaccountFigures,
  type SubaccountFigures,
} from "#domain/figures";
import { calls, presents, presentsCsv, presentsPage } from "./calls";
import { ExportInput } from "./csv";
import { forAdmin, forViewer, IdInput, Opened, router } from "./procedures";

/** An image with base64 bytes. */
export const SentLogo = z.strictObject({
  contentType: z.enum(logoContentTypes),
  bytes: z.base64().max(Math.ceil((MAX_LOGO_BYTES * 4) / 3) + 4, "is larger than 5 MB"),
});

/**
 * Stores the logo and returns its file key. Outside transactions: decoding takes a while.
 * @throws invalid `bytes`
 */
export async function storeUploadedLogo(
  ctx: Context,
  sent: z.infer<typeof SentLogo>,
): Promise<string> {
  const bytes = Buffer.from(sent.bytes, "base64");
  if (bytes.length > MAX_LOGO_BYTES) throw invalid("bytes", "is larger than 5 MB");
  return storeLogo(ctx, { contentType: sent.contentType, bytes, field: "bytes" });
}

const ImportInput = z.strictObject({ csv: text(1_000_000, 1) });

function toRow(row: SubaccountFigures, { account }: AccountContext) {
  const { defaultPortfolioId: id, portfolioName: name } = row;
  return {
    ...toSubaccountResource(row),
    /** Null: the account's default. */
    portfolio: id === null ? null : { id, name: name ?? id },
    fulfilled_kg: row.kg,
    orders: row.orders,
    currency: account.currency,
    spend: row.apiPrice,
    checkout_sales: row.checkoutPrice,
    last_order_on: row.lastSoldOn?.toISOString().slice(0, 10) ?? null,
  };
}

export const subaccountsRouter = router({
  list: forViewer.input(ListSubaccountFigures).query(presentsPage(listSubaccountFigures, toRow)),

  get: forViewer
    .meta({ forLimited: "subaccount" })
    .input(IdInput)
    .query(presents(getSubaccountFigures, toRow)),

  create: forAdmin
    .meta({ opensTransaction: true })
    .input(CreateSubaccount)
    .mutation(async ({ ctx, input }) => {
      const logoFileKey = input.logo_url ? await downloadLogo(ctx, input.logo_url) : null;
      const subaccount = await database().transaction((db) =>
        createSubaccount({ ...ctx, db }, { ...input, logoFileKey }),
      );
      return toSubaccountResource(subaccount);
    }),

  update: forAdmin
    .meta({ forLimited: "subaccount" })
    .input(UpdateSubaccount.extend({ ...IdInput.shape, opened: Opened }))
    .mutation(async ({ ctx, input: { opened, ...input } }) =>
      toSubaccountResource(await updateSubaccount({ ...ctx, opened }, input)),
    ),

  updateMany: forAdmin.input(UpdateSubaccounts).mutation(async ({ ctx, input }) => ({
    /** Those that were not so before. */
    changed: (await updateSubaccounts(ctx, input)).length,
  })),

  /** A mutation only because the text is too long for an address. */
  previewImport: forAdmin.input(ImportInput).mutation(calls(previewSubaccountImport)),

  import: forAdmin.input(ImportInput).mutation(calls(importSubaccounts)),

  delete: forAdmin.input(IdInput).mutation(calls(deleteSubaccount)),

  setLogo: forAdmin
    .meta({ forLimited: "subaccount" })
    .meta({ opensTransaction: true })
    .input(SentLogo.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, ...sent } }) => {
      await getSubaccount(ctx, { id });
      const fileKey = await storeUploadedLogo(ctx, sent);
      const updated = await database().transaction((db) =>
        setSubaccountLogo({ ...ctx, db }, { id, fileKey }),
      );
      return toSubaccountResource(updated);
    }),

  removeLogo: forAdmin
    .meta({ forLimited: "subaccount" })
    .input(IdInput)
    .mutation(async ({ ctx, input }) =>
      toSubaccountResource(await setSubaccountLogo(ctx, { ...input, fileKey: null })),
    ),
});

type Row = ReturnType<typeof toRow>;

const columns: Columns<Row> = {
  ...fields("id", "reference", "name", "slug", "email", "created_on", "archived_on"),
  ...fields("default_portfolio_id"),
  default_portfolio_name: (row) => row.portfolio?.name ?? null,
  sold_kg: (row) => row.fulfilled_kg,
  orders: (row) => row.orders,
  currency: (row) => row.currency.toUpperCase(),
  ...amountColumns<Row>("api_sold", (row) => moneyOf(row, row.spend)),
  ...amountColumns<Row>("checkout_sold", (row) => moneyOf(row, row.checkout_sales)),
  last_order_on: (row) => row.last_order_on,
};

export const exportSubaccounts = forViewer
  .input(
    ExportInput.extend(ListSubaccountFigures.pick({ search: true, state: true, sort: true }).shape),
  )
  .query(presentsCsv(listSubaccountFigures, toRow, columns));
