"use client";
import { useMutation } from "@tanstack/react-query";
import type { Role } from "#schemas/accounts";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { ActionButton } from "#ui/admin/button";
import { FormDialog } from "#ui/admin/dialog";
import { EmailField } from "#ui/admin/fields";
import { SelectField } from "#ui/admin/form";
import { Time } from "#ui/admin/format";
import { filterClass } from "#ui/admin/list-fields";
import { Options } from "#ui/admin/options";
import { Item, Items, Loaded, Note, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import { useToast } from "#ui/admin/toasts";
import { useChange, useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import { queries } from "./queries";
import { RemoveMember } from "./remove-member";

type Team = RouterOutput["team"]["list"];
type Member = Team["members"][number];
type Invitation = Team["invitations"][number];

const roles: Record<Role, { name: string; can: string }> = {
  owner: { name: "Owner", can: "changes everything, and manages the team" },
  admin: { name: "Admin", can: "changes everything but the team" },
  finance: { name: "Finance", can: "sees everything; handles billing, refunds and disputes" },
  developer: { name: "Developer", can: "manages API keys and webhooks; doesn’t see billing" },
  viewer: { name: "Viewer", can: "sees everything, changes nothing" },
};
const roleNames = Object.keys(roles) as Role[];
const roleOptions = Object.entries(roles).map(([value, { name }]) => ({ value, text: name }));
const roleChoices = Object.entries(roles).map(([value, { name, can }]) => ({
  value,
  text: `${name}: ${can}`,
}));

function limitText({ limit }: { limit: { name: string; mode: "live" | "test" } | null }): string {
  return limit ? ` Only ${limit.name}, in ${limit.mode} mode.` : "";
}

const useRefreshTeam = () => useRefresh((trpc) => trpc.team.pathFilter());

function AccessField() {
  const [filter] = useSubaccountFilter();
  if (!filter) return null;
  return (
    <SelectField
      name="subaccount_id"
      label="Access"
      hint="People who are limited to a subaccount see its orders, checkouts and statements, and nothing else."
      options={[{ value: "", text: "The whole account" }, ...filter.options]}
      find={filter.find}
    />
  );
}

function ChangeAccess({ member: { personId, name, limit } }: { member: Member }) {
  const set = useChange((trpc) => trpc.team.setLimit);
  if (useSubaccountFilter().length === 0 && !limit) return null;
  return (
    <FormDialog
      button="Change access"
      buttonLabel={`Change access of ${name}`}
      title={`Change access of ${name}`}
      done="Access changed"
      schema={async () => (await import("#admin/schemas")).Access}
      initial={{ subaccount_id: limit?.id ?? "" }}
      send={({ subaccount_id }) => set({ personId, subaccount_id: subaccount_id || null })}
    >
      <AccessField />
    </FormDialog>
  );
}

function Invite() {
  const invite = useChange((trpc) => trpc.team.invite);
  return (
    <FormDialog
      button="Invite member"
      variant="primary"
      title="Invite a member"
      action="Send invitation"
      done="Invitation sent"
      schema={async () => (await import("#admin/schemas")).InvitePerson}
      initial={{ email: "", role: "viewer", subaccount_id: "" }}
      send={({ subaccount_id, ...values }) =>
        invite({ ...values, subaccount_id: subaccount_id || null })
      }
    >
      <EmailField />
      <SelectField name="role" label="Role" options={roleChoices} />
      <AccessField />
    </FormDialog>
  );
}

function RoleSelect({ member: { personId, name, role } }: { member: Member }) {
  const toast = useToast();
  const refresh = useRefreshTeam();
  const set = useMutation(
    useTRPC().team.setRole.mutationOptions({
      onSuccess: () => toast("Role changed"),
      onSettled: refresh,
    }),
  );
  return (
    <>
      <select
        aria-label={`Role of ${name}`}
        value={set.isPending ? set.variables.role : role}
        disabled={set.isPending}
        className={filterClass}
        onChange={({ target }) => {
          const chosen = roleNames.find((roleName) => roleName === target.value);
          if (chosen) set.mutate({ personId, role: chosen });
        }}
      >
        <Options options={roleOptions} />
      </select>
      {set.error && <ProblemNote error={set.error} />}
    </>
  );
}

function InvitationActions({ invitation: { id, email } }: { invitation: Invitation }) {
  const resend = useChange((trpc) => trpc.team.resendInvitation);
  const revoke = useChange((trpc) => trpc.team.revokeInvitation);
  return (
    <span className="flex flex-wrap gap-1">
      <ActionButton
        variant="plain"
        aria-label={`Resend the invitation of ${email}`}
        done="Invitation sent. The previous link no longer works."
        run={() => resend({ invitationId: id })}
      >
        Resend
      </ActionButton>
      <ActionButton
        variant="plain"
        aria-label={`Revoke the invitation of ${email}`}
        done="Invitation revoked"
        run={() => revoke({ invitationId: id })}
      >
        Revoke
      </ActionButton>
    </span>
  );
}

function MemberItem({ member }: { member: Member }) {
  const { isOwner } = useAccount();
  const { name, can } = roles[member.role];
  return (
    <Item
      title={member.isMe ? `${member.name} (you)` : member.name}
      note={
        <>
          {member.email}
          <br />
          {name}: {can}.{limitText(member)}
        </>
      }
    >
      {isOwner && (
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <RoleSelect member={member} />
          {member.role !== "owner" && member.role !== "developer" && (
            <ChangeAccess member={member} />
          )}
          <RemoveMember member={member} />
        </span>
      )}
    </Item>
  );
}

export function Team() {
  const { isOwner } = useAccount();
  const { team } = useScreenData(queries);
  return (
    <Loaded query={team}>
      {({ members, invitations }) => (
        <>
          <Panel title="Members" actions={isOwner && <Invite />}>
            {!isOwner && <Note className="mb-3">Only owners change the team.</Note>}
            <Items>
              {members.map((member) => (
                <MemberItem key={member.personId} member={member} />
              ))}
            </Items>
          </Panel>
          {invitations.length > 0 && (
            <Panel title="Invitations">
              <Items>
                {invitations.map((invitation) => (
                  <Item
                    key={invitation.id}
                    title={invitation.email}
                    note={
                      <>
                        {roles[invitation.role].name}.{limitText(invitation)}{" "}
                        {invitation.hasExpired ? "Expired" : "Expires"}{" "}
                        <Time at={invitation.expiresOn} />
                      </>
                    }
                  >
                    {isOwner && <InvitationActions invitation={invitation} />}
                  </Item>
                ))}
              </Items>
            </Panel>
          )}
        </>
      )}
    </Loaded>
  );
}
