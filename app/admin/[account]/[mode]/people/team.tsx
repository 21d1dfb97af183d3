"use client";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Role } from "#schemas/accounts";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { Button } from "#ui/admin/button";
import { FormDialog } from "#ui/admin/dialog";
import { EmailField } from "#ui/admin/fields";
import { SelectField } from "#ui/admin/form";
import { filterClass } from "#ui/admin/list-fields";
import { Options } from "#ui/admin/options";
import { Loaded, Note, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useScreenData } from "#ui/admin/screen-data";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
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

interface Limited {
  limit: { name: string; mode: "live" | "test" } | null;
}

/** The only subaccount that the person has access to. */
function limitText({ limit }: Limited): string {
  return limit ? ` Only ${limit.name}, in ${limit.mode} mode.` : "";
}

const useRefreshTeam = () => useRefresh((trpc) => trpc.team.pathFilter());

/** Chooses the whole account, or one of the mode's subaccounts. */
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
  const set = useMutation(useTRPC().team.setLimit.mutationOptions());
  const onDone = useRefreshTeam();
  if (useSubaccountFilter().length === 0 && !limit) return null;
  return (
    <FormDialog
      button="Change access"
      buttonLabel={`Change access of ${name}`}
      title={`Change access of ${name}`}
      action="Change access"
      done="Access changed"
      schema={async () => (await import("#admin/schemas")).Access}
      initial={{ subaccount_id: limit?.id ?? "" }}
      send={({ subaccount_id }) =>
        set.mutateAsync({ personId, subaccount_id: subaccount_id || null })
      }
      onDone={onDone}
    >
      <AccessField />
    </FormDialog>
  );
}

function Invite() {
  const invite = useMutation(useTRPC().team.invite.mutationOptions());
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
        invite.mutateAsync({ ...values, subaccount_id: subaccount_id || null })
      }
      onDone={useRefreshTeam()}
    >
      <EmailField />
      <SelectField name="role" label="Role" options={roleChoices} />
      <AccessField />
    </FormDialog>
  );
}

function RoleSelect({ member: { personId, name, role } }: { member: Member }) {
  const toast = useToast();
  const set = useMutation(
    useTRPC().team.setRole.mutationOptions({
      onSuccess: () => toast("Role changed"),
      onSettled: useRefreshTeam(),
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
          const chosen = roleNames.find((one) => one === target.value);
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
  const { team } = useTRPC();
  const toast = useToast();
  const refresh = useRefreshTeam();
  const resend = useMutation(
    team.resendInvitation.mutationOptions({
      onSuccess: async () => {
        toast("Invitation sent. The former link has ended.");
        await refresh();
      },
    }),
  );
  const revoke = useMutation(team.revokeInvitation.mutationOptions({ onSuccess: refresh }));
  return (
    <>
      <Button
        variant="plain"
        busy={resend.isPending}
        aria-label={`Send the invitation of ${email} again`}
        onClick={() => resend.mutate({ invitationId: id })}
      >
        Send again
      </Button>
      <Button
        variant="plain"
        busy={revoke.isPending}
        aria-label={`Revoke the invitation of ${email}`}
        onClick={() => revoke.mutate({ invitationId: id })}
      >
        Revoke
      </Button>
      {resend.error && <ProblemNote error={resend.error} />}
    </>
  );
}

interface RowProps {
  title: ReactNode;
  details: ReactNode;
  children: ReactNode;
}

function Row({ title, details, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 grow">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-quiet">{details}</p>
      </div>
      {children}
    </li>
  );
}

function MemberRow({ member }: { member: Member }) {
  const { isOwner } = useAccount();
  const refresh = useRefreshTeam();
  const { name, can } = roles[member.role];
  return (
    <Row
      title={member.isMe ? `${member.name} (you)` : member.name}
      details={
        <>
          {member.email}
          <br />
          {name}: {can}.{limitText(member)}
        </>
      }
    >
      {isOwner && (
        <>
          <RoleSelect member={member} />
          {member.role !== "owner" && member.role !== "developer" && (
            <ChangeAccess member={member} />
          )}
          <RemoveMember member={member} onDone={refresh} />
        </>
      )}
    </Row>
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
            <ul className="divide-y divide-line">
              {members.map((member) => (
                <MemberRow key={member.personId} member={member} />
              ))}
            </ul>
          </Panel>
          {invitations.length > 0 && (
            <Panel title="Invitations">
              <ul className="divide-y divide-line">
                {invitations.map((invitation) => (
                  <Row
                    key={invitation.id}
                    title={invitation.email}
                    details={
                      <>
                        {roles[invitation.role].name}.{limitText(invitation)}{" "}
                        {invitation.hasExpired ? "Expired" : "Expires"}{" "}
                        <Time at={invitation.expiresOn} />
                      </>
                    }
                  >
                    {isOwner && <InvitationActions invitation={invitation} />}
                  </Row>
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
    </Loaded>
  );
}
