import { forPerson, router } from "#trpc/procedures";
import { chooseNotice, listNoticeChoices } from "./choices";
import { ChooseNotice } from "./schema";

/** A person's own notifications by mail. */
export const noticesRouter = router({
  list: forPerson.query(({ ctx }) => listNoticeChoices(ctx, { personId: ctx.loggedIn.person.id })),

  choose: forPerson
    .input(ChooseNotice)
    .mutation(({ ctx, input }) =>
      chooseNotice(ctx, { ...input, personId: ctx.loggedIn.person.id }),
    ),
});
