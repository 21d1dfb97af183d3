"use client";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { AffectedOrders, CreditParts } from "#ui/admin/evidence";
import { ReasonField } from "#ui/admin/fields";
import { Time } from "#ui/admin/format";

import { Badge, Detail, Facts, Identifier, PageHead, Panel } from "#ui/admin/page";
import { RecordFields } from "#ui/admin/retirement-record";
import { ScreenLink } from "#ui/admin/screen-link";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Retirement = RouterOutput["operatorRetirements"]["get"];

const reasonField = <ReasonField />;

function Corrections({ retirement }: { retirement: Retirement }) {
  const { id, retiredOn, beneficiary, registryReference, url } = retirement;
  const correct = useChange((trpc) => trpc.operatorRetirements.correct);
  const withdraw = useChange((trpc) => trpc.operatorRetirements.withdraw);
  return (
    <div className="flex flex-wrap gap-2">
      <FormDialog
        button="Correct"
        title="Correct this record"
        description="Adds a corrected record about the same credits. This one is kept as superseded, and certificates get a new revision."
        action="Save correction"
        done="Record corrected"
        schema={async () => (await import("#admin/schemas")).RetirementCorrection}
        initial={{
          retired_on: retiredOn,
          beneficiary,
          registry_reference: registryReference,
          url,
          reason: "",
        }}
        send={(values) => correct({ id, ...values })}
      >
        <RecordFields />
        {reasonField}
      </FormDialog>
      <FormDialog
        button="Take back"
        variant="warning"
        submitVariant="danger"
        title={`Take back this record of ${formatMass(retirement.kg)}?`}
        description="Orders with these credits are no longer retired, their certificates say so, and receivers of events are informed."
        done="Record taken back"
        schema={async () => (await import("#admin/schemas")).RetirementWithdrawal}
        initial={{ reason: "" }}
        send={(values) => withdraw({ id, ...values })}
      >
        {reasonField}
      </FormDialog>
    </div>
  );
}

const sources: Record<string, string> = {
  import: "From an imported export",
  adapter: "From the registry’s API",
  operator: "Entered by hand",
};

function Record({ retirement }: { retirement: Retirement }) {
  const { supersededBy, supersededOn, url } = retirement;
  return (
    <Panel
      title="The registry’s record"
      actions={
        retirement.isLive ? (
          <Corrections retirement={retirement} />
        ) : (
          <Badge tone="neutral">Superseded</Badge>
        )
      }
    >
      <Facts
        facts={{
          Date: retirement.retiredOn,
          Beneficiary: (
            <>
              {retirement.beneficiary ?? "–"}
              {retirement.isPool && <span className="block text-quiet">For several customers</span>}
            </>
          ),
          Reason: retirement.reason ?? "–",
          Reference: retirement.registryReference ?? "–",
          "At the registry": url ? (
            <a href={url} className="link">
              {new URL(url).host}
            </a>
          ) : (
            "–"
          ),
          Source: sources[retirement.source] ?? retirement.source,
          Recorded: <Time at={retirement.recordedOn} />,
          Superseded: supersededOn && (
            <>
              <Time at={supersededOn} />
              {supersededBy && (
                <ScreenLink to={`/retirements/recorded/${supersededBy}`} className="link block">
                  View the corrected record
                </ScreenLink>
              )}
            </>
          ),
          ID: <Identifier>{retirement.id}</Identifier>,
        }}
      />
    </Panel>
  );
}

export default function RegistryRetirementPage() {
  const { retirement: query } = useScreenData(queries);
  return (
    <Detail title="Registry retirement" query={query}>
      {(retirement) => (
        <>
          <PageHead
            title={`${formatMass(retirement.kg)} retired at ${retirement.registryLabel}`}
            intro={retirement.beneficiary ?? "Without a beneficiary"}
          />
          <Record retirement={retirement} />
          <Panel title="Credits and orders">
            <CreditParts parts={retirement.parts} />
            <AffectedOrders orders={retirement.orders} />
          </Panel>
        </>
      )}
    </Detail>
  );
}
