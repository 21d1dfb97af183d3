"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { Confirm } from "#ui/admin/dialog";
import { Time } from "#ui/admin/format";
import { Badge, Item, Items, Note, Panel } from "#ui/admin/page";
import { useChange, useTRPC } from "#ui/admin/trpc";

type Identity = RouterOutput["ownLogin"]["identities"][number];

const removal = (name: string) => ({
  button: "Remove",
  buttonLabel: `Remove ${name}`,
  title: `Remove the login through ${name}?`,
  description:
    "It can’t log in any more, and the sessions that it opened end. You can allow it again here.",
  action: "Remove login",
  done: "Login removed",
});

const permission = (name: string) => ({
  button: "Allow",
  buttonLabel: `Allow ${name}`,
  title: `Allow the login through ${name}?`,
  description: "Only if it is yours: a person who controls it can then log in as you.",
  action: "Allow login",
  done: "Login allowed",
});

function IdentityItem({ identity }: { identity: Identity }) {
  const { provider, subject, name, createdOn, allowed } = identity;
  const choose = useChange((trpc) => trpc.ownLogin.allowIdentity);
  return (
    <Item
      title={
        <>
          {name} <span className="text-sm font-normal text-quiet">ID …{subject.slice(-6)}</span>
        </>
      }
      note={
        <>
          First used <Time at={createdOn} />
        </>
      }
    >
      <span className="flex flex-wrap items-center gap-3">
        {!allowed && <Badge tone="pending">Not allowed</Badge>}
        <Confirm
          {...(allowed ? removal : permission)(name)}
          run={() => choose({ provider, subject, allowed: !allowed })}
        />
      </span>
    </Item>
  );
}

/** Empty for people who have never logged in through a provider. */
export function IdentitiesPanel() {
  const { data = [] } = useQuery(useTRPC().ownLogin.identities.queryOptions());
  if (data.length === 0) return null;
  return (
    <Panel title="Single sign-on">
      <Note className="mb-3">
        Logins that a provider vouches for. The first one with your verified address is linked by
        itself; others wait until you allow them.
      </Note>
      <Items>
        {data.map((identity) => (
          <IdentityItem key={`${identity.provider} ${identity.subject}`} identity={identity} />
        ))}
      </Items>
    </Panel>
  );
}
