"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { Confirm } from "#ui/admin/dialog";
import { Badge, Item, Items, Note, Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Identity = RouterOutput["ownLogin"]["identities"][number];

function IdentityItem({ identity }: { identity: Identity }) {
  const { provider, subject, name, createdOn, allowed } = identity;
  const refresh = useRefresh((trpc) => trpc.ownLogin.identities.pathFilter());
  const choose = useMutation(useTRPC().ownLogin.allowIdentity.mutationOptions());
  const set = (next: boolean) => async () => {
    await choose.mutateAsync({ provider, subject, allowed: next });
    await refresh();
  };
  return (
    <Item>
      <div>
        <p className="font-medium wrap-anywhere">
          {name} <span className="text-sm font-normal text-quiet">ID …{subject.slice(-6)}</span>
        </p>
        <p className="text-sm text-quiet">
          First used <Time at={createdOn} />
        </p>
      </div>
      <span className="flex flex-wrap items-center gap-3">
        {!allowed && <Badge tone="pending">Not allowed</Badge>}
        {allowed ? (
          <Confirm
            button="Remove"
            buttonLabel={`Remove ${name}`}
            title={`Remove the login through ${name}?`}
            description="It can’t log in any more, and the sessions that it opened end. You can allow it again here."
            action="Remove login"
            done="Login removed"
            run={set(false)}
          />
        ) : (
          <Confirm
            button="Allow"
            buttonLabel={`Allow ${name}`}
            title={`Allow the login through ${name}?`}
            description="Only if it is yours: a person who controls it can then log in as you."
            action="Allow login"
            done="Login allowed"
            run={set(true)}
          />
        )}
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
