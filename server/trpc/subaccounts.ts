// Subaccounts of the account, by the verbs of the API.
import { z } from "zod";
import { database } from "#core/db";
import { text } from "#core/text";
import {
  CreateSubaccount,
  createSubaccount,
  deleteSubaccount,
  downloadLogo,
  getSubaccount,
  ListSubaccounts,
  listSubaccounts,
  type SubaccountResource,
  setSubaccountLogo,
  toSubaccountResource,
  UpdateSubaccount,
  updateSubaccount,
} from "#domain/accounts";
import { requireUsablePortfolio } from "#domain/catalogue";
import { type Columns, ExportInput, exportPage, placeAfter } from "./csv";
import { keepLogo, SentLogo } from "./logo";
import { forAdmin, forViewer, router } from "./procedures";

const Id = z.strictObject({ id: text(64) });

export const subaccountsRouter = router({
  list: forViewer.input(ListSubaccounts).query(async ({ ctx, input }) => {
    const page = await listSubaccounts(ctx, input);
    return { data: page.data.map(toSubaccountResource), has_more: page.hasMore };
  }),

  get: forViewer
    .input(Id)
    .query(async ({ ctx, input }) => toSubaccountResource(await getSubaccount(ctx, input))),

  create: forAdmin
    .meta({ access: "admin", opensTransaction: true })
    .input(CreateSubaccount)
    .mutation(async ({ ctx, input }) => {
      const logoFileKey = input.logo_url ? await downloadLogo(ctx, input.logo_url) : null;
      const subaccount = await database().transaction(async (db) => {
        await requireUsablePortfolio({ ...ctx, db }, { id: input.default_portfolio_id });
        return createSubaccount({ ...ctx, db }, { ...input, logoFileKey });
      });
      return toSubaccountResource(subaccount);
    }),

  update: forAdmin.input(UpdateSubaccount.extend(Id.shape)).mutation(async ({ ctx, input }) => {
    await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
    return toSubaccountResource(await updateSubaccount(ctx, input));
  }),

  delete: forAdmin.input(Id).mutation(({ ctx, input }) => deleteSubaccount(ctx, input)),

  setLogo: forAdmin
    .meta({ access: "admin", opensTransaction: true })
    .input(SentLogo.extend(Id.shape))
    .mutation(async ({ ctx, input: { id, ...sent } }) => {
      await getSubaccount(ctx, { id });
      const fileKey = await keepLogo(ctx, sent);
      const updated = await database().transaction((db) =>
        setSubaccountLogo({ ...ctx, db }, { id, fileKey }),
      );
      return toSubaccountResource(updated);
    }),

  removeLogo: forAdmin
    .input(Id)
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
    return exportPage({ data: data.map(toSubaccountResource), hasMore }, columns);
  });
