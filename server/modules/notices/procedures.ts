import { ChooseNotice, chooseNotice, listNoticeChoices } from "#domain/notices";
import { forPerson, router } from "./procedures";

/** A person's own notifications by mail. */
export const noticesRouter = router({
  list: forPerson.query(({ ctx }) => listNoticeChoices(ctx, { personId: ctx.loggedIn.person.id })),

  choose: forPerson
    .input(ChooseNotice)
    .mutation(({ ctx, input }) =>
      chooseNotice(ctx, { ...input, personId: ctx.loggedIn.person.id }),
    ),
});
