import {
  getEntryTranslations,
  SetTranslation,
  setEntryTranslation,
  TranslatedEntryInput,
} from "#domain/catalogue";
import { forOperator, forProvenOperator, router } from "./procedures";

export const operatorTranslationsRouter = router({
  get: forOperator
    .input(TranslatedEntryInput)
    .query(({ ctx, input }) => getEntryTranslations(ctx, { ...input, mode: ctx.mode })),

  set: forProvenOperator
    .input(SetTranslation)
    .mutation(({ ctx, input }) => setEntryTranslation(ctx, { ...input, mode: ctx.mode })),
});
