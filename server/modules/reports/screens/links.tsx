"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#core/dates";
import { useAccount } from "#ui/admin/account";
import { NewSecret } from "#ui/admin/button";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { SelectField } from "#ui/admin/form";
// Links that share the report with people who have no login.
import { Time } from "#ui/admin/format";
import { Item, Items, Loaded, Note, Panel } from "#ui/admin/page";
import { useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import type { ReportInput } from "./period";
import { queries } from "./queries";

async function loadTerms() {
  const { z } = await import("zod");
  return z.strictObject({ days: z.coerce.string().transform(Number) });
}

const lives = [7, 30, 60, 90].map((days) => ({ value: String(days), text: `${days} days` }));

function Share({ input, onUrl }: { input: ReportInput; onUrl(url: string): void }) {
  const refresh = useRefresh((it) => it.reports.links.pathFilter());
  const create = useMutation(useTRPC().reports.createLink.mutationOptions());
  const prices = input.prices === "shown" ? "with prices" : "without prices";
  return (
    <FormDialog
      button="Share link"
      variant="primary"
      title="Share this report"
      description={`Anyone with the link sees this report (${formatDay(input.from)} to ${formatDay(input.to)} UTC, ${prices}) with its newest figures, without a login, until it expires or you revoke it.`}
      action="Create link"
      done="Link created"
      schema={loadTerms}
      initial={{ days: "30" }}
      send={({ days }) => create.mutateAsync({ ...input, days })}
      onDone={async ({ url }) => {
        onUrl(url);
        await refresh();
      }}
    >
      <SelectField name="days" label="Expires after" hint="At most 90 days." options={lives} />
    </FormDialog>
  );
}

export function ReportLinks({ input }: { input: ReportInput }) {
  const { canWrite } = useAccount();
  const [url, setUrl] = useState<string | null>(null);
  const { id } = input;
  const { links } = useScreenData(queries);
  const refresh = useRefresh((it) => it.reports.links.pathFilter());
  const revoke = useMutation(useTRPC().reports.revokeLink.mutationOptions());
  return (
    <Panel title="Shared links" actions={canWrite && <Share input={input} onUrl={setUrl} />}>
      {url !== null && <NewSecret name="link" secret={url} onClose={() => setUrl(null)} />}
      <Loaded query={links} lines={1}>
        {(list) =>
          list.length === 0 ? (
            <Note>No links. Share the report with people who have no login.</Note>
          ) : (
            <Items>
              {list.map((link) => (
                <Item key={link.id}>
                  <span className="min-w-0">
                    {formatDay(link.from)} to {formatDay(link.to)} (UTC)
                    <span className="block text-sm text-quiet">
                      {link.has_prices ? "With prices" : "Without prices"}, expires{" "}
                      <Time at={link.expires_on} />
                    </span>
                  </span>
                  {canWrite && (
                    <Confirm
                      button="Revoke"
                      buttonLabel={`Revoke the link for ${link.from} to ${link.to}`}
                      variant="warning"
                      title="Revoke this link?"
                      description="It stops working for everyone who has it."
                      action="Revoke link"
                      done="Link revoked"
                      run={() => revoke.mutateAsync({ id, link_id: link.id }).finally(refresh)}
                    />
                  )}
                </Item>
              ))}
            </Items>
          )
        }
      </Loaded>
    </Panel>
  );
}
