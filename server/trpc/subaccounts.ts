import { z } from "zod";
import type { Context } from "#core/context";
import { type Columns, csvPage } from "#core/csv";
import { database } from "#core/db";
import { invalid } from "#core/errors";
import { pageResource } from "#core/page";
import {
  CreateSubaccount,
  deleteSubaccount,
  downloadLogo,
  getSubaccount,
  ListSubaccounts,
  listSubaccounts,
  logoContentTypes,
  MAX_LOGO_BYTES,
  type SubaccountResource,
  setSubaccountLogo,
  storeLogo,
  toSubaccountResource,
  UpdateSubaccount,
} from "#domain/accounts";
import { createSubaccount, updateSubaccount } from "#domain/catalogue";
import { ExportInput, placeAfter } from "./csv";
import { forAdmin, forViewer, IdInput, router } from "./procedures";

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

export const subaccountsRouter = router({
  list: forViewer
    .input(ListSubaccounts)
    .query(async ({ ctx, input }) =>
      pageResource(await listSubaccounts(ctx, input), toSubaccountResource),
    ),

  get: forViewer
    .meta({ forLimited: "subaccount" })
    .input(IdInput)
    .query(async ({ ctx, input }) => toSubaccountResource(await getSubaccount(ctx, input))),

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
    .input(UpdateSubaccount.extend(IdInput.shape))
    .mutation(async ({ ctx, input }) => {
      return toSubaccountResource(await updateSubaccount(ctx, input));
    }),

  delete: forAdmin.input(IdInput).mutation(({ ctx, input }) => deleteSubaccount(ctx, input)),

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

const columns: Columns<SubaccountResource> = {
  id: (subaccount) => subaccount.id,
  name: (subaccount) => subaccount.name,
  email: (subaccount) => subaccount.email,
  created_on: (subaccount) => subaccount.created_on,
  default_portfolio_id: (subaccount) => subaccount.default_portfolio_id,
};

export const exportSubaccounts = forViewer
  .input(ExportInput.extend(ListSubaccounts.pick({ search: true }).shape))
  .query(async ({ ctx, input: { after, search } }) => {
    const { data, hasMore } = await listSubaccounts(ctx, { ...placeAfter(after), search });
    return csvPage({ data: data.map(toSubaccountResource), hasMore }, columns);
  });
