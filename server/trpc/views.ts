// Saved views of the dashboard's lists. They are the person's own, so every role may save them, in
// suspended accounts too.
import {
  ChangeView,
  changeView,
  deleteView,
  ListViews,
  listViews,
  SaveView,
  saveView,
} from "#domain/people";
import { forOpenScreens, IdInput, router } from "./procedures";

export const viewsRouter = router({
  list: forOpenScreens
    .input(ListViews)
    .query(({ ctx, input }) => listViews(ctx, { ...input, owner: ctx.owner })),

  save: forOpenScreens
    .input(SaveView)
    .mutation(({ ctx, input }) => saveView(ctx, { ...input, owner: ctx.owner })),

  change: forOpenScreens
    .input(ChangeView)
    .mutation(({ ctx, input }) => changeView(ctx, { ...input, owner: ctx.owner })),

  delete: forOpenScreens
    .input(IdInput)
    .mutation(({ ctx, input }) => deleteView(ctx, { ...input, owner: ctx.owner })),
});
