// Who works in the account: always of the live one, whose people its test twin shares.
import { z } from "zod";
import { text } from "#core/text";
import { removeMember, SetMemberRole, setMemberRole } from "#domain/accounts";
import { InvitePerson, invitePerson, listTeam, takeBackInvitation } from "#domain/people";
import { forProvenOwner, forViewer, type MemberContext, router } from "./procedures";

const ofLive = (ctx: MemberContext): MemberContext => ({ ...ctx, account: ctx.liveAccount });

export const teamRouter = router({
  list: forViewer.query(async ({ ctx }) => {
    const { members, invitations } = await listTeam(ofLive(ctx));
    return {
      members: members.map(({ since, ...member }) => ({
        ...member,
        since: since.toISOString(),
        isMe: member.personId === ctx.loggedIn.person.id,
      })),
      invitations: invitations.map(({ sentAt, expiresAt, ...invitation }) => ({
        ...invitation,
        sentOn: sentAt.toISOString(),
        expiresOn: expiresAt.toISOString(),
      })),
    };
  }),

  invite: forProvenOwner.input(InvitePerson).mutation(async ({ ctx, input }) => {
    await invitePerson(ofLive(ctx), input);
  }),

  takeBack: forProvenOwner
    .input(z.strictObject({ invitationId: text(64) }))
    .mutation(({ ctx, input }) => takeBackInvitation(ofLive(ctx), { id: input.invitationId })),

  setRole: forProvenOwner
    .input(SetMemberRole)
    .mutation(({ ctx, input }) => setMemberRole(ofLive(ctx), input)),

  remove: forProvenOwner
    .input(z.strictObject({ personId: text(64) }))
    .mutation(({ ctx, input }) => removeMember(ofLive(ctx), input)),
});
