"use client";
// Members with their roles, invitations on their way, and the form for another.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Role } from "#schemas/accounts";
import { InvitePerson } from "#schemas/people";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Confirm, Dialog } from "#ui/admin/dialog";
import { Form, SelectField, TextField, useSentForm } from "#ui/admin/form";
import { Badge, Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Shown = RouterOutput["team"]["list"];

const roles = [
  { value: "viewer", text: "Viewer: sees everything, changes nothing" },
  { value: "admin", text: "Admin: works in the account" },
  { value: "owner", text: "Owner: also decides who works here" },
];

function useRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: trpc.team.list.queryKey() });
}

function Invite() {
  const [open, setOpen] = useState(false);
  const [refresh, toast] = [useRefresh(), useToast()];
  const invite = useMutation(useTRPC().team.invite.mutationOptions());
  const sent = useSentForm({
    schema: InvitePerson,
    initial: { email: "", role: "viewer" },
    async send(values) {
      await invite.mutateAsync(values);
      setOpen(false);
      toast("Invitation sent");
      sent.form.reset();
      await refresh();
    },
  });
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Invite
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Invite somebody">
        <Form sent={sent} act="Send the invitation" onCancel={() => setOpen(false)}>
          <TextField name="email" label="E-mail" type="email" />
          <SelectField name="role" label="Role" options={roles} />
        </Form>
      </Dialog>
    </>
  );
}

/** An owner changes it on the spot. */
function RoleOf({ member }: { member: Shown["members"][number] }) {
  const { isOwner } = useHere();
  const [refresh, toast] = [useRefresh(), useToast()];
  const set = useMutation(
    useTRPC().team.setRole.mutationOptions({
      onSuccess: () => toast("Role changed"),
      onSettled: refresh,
    }),
  );
  if (!isOwner) return <Badge look="quiet">{member.role}</Badge>;
  const { personId } = member;
  return (
    <>
      <select
        aria-label={`Role of ${member.name}`}
        value={set.isPending ? set.variables.role : member.role}
        disabled={set.isPending}
        className="min-h-10 rounded-lg border border-edge bg-paper px-3 py-1.5 text-[0.9375rem] capitalize"
        onChange={({ target }) => set.mutate({ personId, role: Role.parse(target.value) })}
      >
        {roles.map(({ value }) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
      {set.error && <ProblemNote error={set.error} />}
    </>
  );
}

function Member({ member }: { member: Shown["members"][number] }) {
  const { isOwner } = useHere();
  const refresh = useRefresh();
  const remove = useMutation(useTRPC().team.remove.mutationOptions());
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 grow">
        <p className="font-medium">
          {member.name}
          {member.isMe && <span className="font-normal text-quiet"> (you)</span>}
        </p>
        <p className="text-sm text-quiet">{member.email}</p>
      </div>
      <RoleOf member={member} />
      {isOwner && (
        <Confirm
          trigger={(open) => (
            <Button look="plain" onClick={open}>
              Remove
            </Button>
          )}
          title={`Remove ${member.name}?`}
          description="They can't open this account any more. You can invite them again."
          act="Remove"
          done="Member removed"
          run={async () => {
            await remove.mutateAsync({ personId: member.personId });
            await refresh();
          }}
        />
      )}
    </li>
  );
}

function Invitation({ invitation }: { invitation: Shown["invitations"][number] }) {
  const { isOwner } = useHere();
  const refresh = useRefresh();
  const revokeInvitation = useMutation(
    useTRPC().team.revokeInvitation.mutationOptions({ onSuccess: refresh }),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 grow">
        <p className="font-medium">{invitation.email}</p>
        <p className="text-sm text-quiet">
          As {invitation.role}, until <Time at={invitation.expiresOn} />
        </p>
      </div>
      {isOwner && (
        <Button
          look="plain"
          busy={revokeInvitation.isPending}
          onClick={() => revokeInvitation.mutate({ invitationId: invitation.id })}
        >
          Take back
        </Button>
      )}
    </li>
  );
}

function Team() {
  const { isOwner } = useHere();
  const team = useQuery(useTRPC().team.list.queryOptions());
  return (
    <>
      <PageHead
        title="Team"
        intro="Who works in this account, live and test alike."
        acts={isOwner && <Invite />}
      />
      {team.error && <ProblemNote error={team.error} onRetry={() => team.refetch()} />}
      {!team.data && !team.error && <Loading />}
      {team.data && (
        <>
          <Panel title="Members">
            <ul className="divide-y divide-line">
              {team.data.members.map((member) => (
                <Member key={member.personId} member={member} />
              ))}
            </ul>
          </Panel>
          {team.data.invitations.length > 0 && (
            <Panel title="Invited">
              <ul className="divide-y divide-line">
                {team.data.invitations.map((invitation) => (
                  <Invitation key={invitation.id} invitation={invitation} />
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
    </>
  );
}

export default function TeamPage() {
  return (
    <>
      <Title>Team</Title>
      <Team />
    </>
  );
}
