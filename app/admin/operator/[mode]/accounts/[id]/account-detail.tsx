"use client";
// An organisation as its operator may see it: who works there, its keys, and how its orders stand.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { InviteFirstOwner } from "#schemas/people";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Dialog } from "#ui/admin/dialog";
import { Fact, Facts } from "#ui/admin/facts";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { Badge, Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { TwinPanel } from "./twin-panel";

type Shown = RouterOutput["operatorAccounts"]["get"];
export type Twin = Shown["modes"][number];

function InviteOwner({ id }: { id: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const invite = useMutation(trpc.operatorAccounts.inviteOwner.mutationOptions());
  const sent = useSentForm({
    schema: InviteFirstOwner,
    initial: { email: "" },
    async send({ email }) {
      await invite.mutateAsync({ id, email });
      await queries.invalidateQueries({ queryKey: trpc.operatorAccounts.get.queryKey({ id }) });
      setOpen(false);
      toast("Invitation on its way");
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite an owner</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Invite an owner"
        description="Nobody owns this account yet. Once somebody does, its owners invite the others."
      >
        <Form sent={sent} act="Send the invitation" onCancel={() => setOpen(false)}>
          <TextField name="email" label="E-mail" type="email" />
        </Form>
      </Dialog>
    </>
  );
}

function People({ shown }: { shown: Shown }) {
  const { id, members, invitations } = shown;
  const isOwned = members.some(({ role }) => role === "owner");
  return (
    <Panel title="People" acts={!isOwned && <InviteOwner id={id} />}>
      <ul className="divide-y divide-line text-[0.9375rem]">
        {members.map(({ name, email, role }) => (
          <li
            key={email}
            className="flex flex-wrap justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0"
          >
            <span>
              {name} <span className="text-quiet">{email}</span>
            </span>
            <span className="capitalize">{role}</span>
          </li>
        ))}
        {invitations.map(({ email, role, expiresOn }) => (
          <li
            key={email}
            className="flex flex-wrap justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0"
          >
            <span>{email}</span>
            <span className="flex flex-wrap items-center gap-2 text-quiet">
              <Badge look="waits">Invited as {role}</Badge>
              until <Time at={expiresOn} />
            </span>
          </li>
        ))}
      </ul>
      {members.length + invitations.length === 0 && (
        <p className="text-[0.9375rem] text-quiet">Nobody works here, and nobody is invited.</p>
      )}
    </Panel>
  );
}

export function AccountDetail({ id }: { id: string }) {
  const found = useQuery(useTRPC().operatorAccounts.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead
        title={shown.name}
        intro="This is all that an operator sees of an account: no customers, no secrets. Its dashboard is open to its members alone."
      />
      <Panel title="Details">
        <Facts>
          <Fact label="Slug">{shown.slug}</Fact>
          <Fact label="Made">
            <Time at={shown.createdOn} />
          </Fact>
          <Fact label="Id">
            <code className="select-all">{shown.id}</code>
          </Fact>
          <Fact label="Impact page">
            <a href={`/impact/${shown.slug}`} className="link">
              /impact/{shown.slug}
            </a>
          </Fact>
        </Facts>
      </Panel>
      <People shown={shown} />
      {shown.modes.map((twin) => (
        <TwinPanel key={twin.id} twin={twin} />
      ))}
    </>
  );
}
