"use client";
import { useState } from "react";
import { useAccount } from "#ui/admin/account";
import { NewSecret } from "#ui/admin/button";
import { eventNames } from "#ui/admin/delivery";
import { Loaded, Note, Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { type Endpoint, EndpointDialog, EndpointState } from "#ui/admin/webhook-endpoint";
import { queries } from "./queries";

/** Returns "Order fulfilled, Order cancelled and 3 more". */
function eventsText({ event_types: types }: Endpoint): string {
  const named = types.slice(0, 2).map((type) => eventNames[type]);
  return named.join(", ") + (types.length > 2 ? ` and ${types.length - 2} more` : "");
}

function EndpointItem({ endpoint }: { endpoint: Endpoint }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <ScreenLink
          to={`/webhooks?endpoint=${endpoint.id}`}
          className="link font-medium wrap-anywhere"
        >
          {endpoint.url}
        </ScreenLink>
        <p className="mt-0.5 text-sm text-quiet">
          {[endpoint.description, eventsText(endpoint)].filter(Boolean).join(" · ")}
        </p>
      </div>
      <EndpointState enabled={endpoint.enabled} />
    </li>
  );
}

export function EndpointsPanel() {
  const { can } = useAccount();
  const [secret, setSecret] = useState<string | null>(null);
  const { endpoints: list } = useScreenData(queries);
  const create = useChange((trpc) => trpc.webhookEndpoints.create);
  return (
    <Panel
      title="Endpoints"
      actions={
        can("webhooks") && (
          <EndpointDialog
            button="Add endpoint"
            title="Add webhook endpoint"
            action="Add endpoint"
            send={(values) => create(values)}
            onDone={(endpoint) => setSecret(endpoint.secret)}
          />
        )
      }
    >
      {secret && (
        <NewSecret name="signing secret" secret={secret} onClose={() => setSecret(null)} />
      )}
      <Loaded query={list} lines={1}>
        {({ data: endpoints }) =>
          endpoints.length === 0 ? (
            <Note>
              No webhook endpoints yet. An endpoint receives the events you choose, of all orders,
              checkout sessions and subaccounts.
            </Note>
          ) : (
            <ul className="divide-y divide-line">
              {endpoints.map((endpoint) => (
                <EndpointItem key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
