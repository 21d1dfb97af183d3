"use client";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { Time } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { Badge, type StateLabel } from "#ui/admin/page";
import type { Column } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";
import { RequestActions } from "./request-actions";

type Request = RouterOutput["operatorWorklist"]["requests"]["data"][number];

export type View = NonNullable<NonNullable<RouterInput["operatorWorklist"]["requests"]>["show"]>;

const states: Record<Request["state"], StateLabel> = {
  written: { tone: "neutral", text: "Not sent yet" },
  sent: { tone: "neutral", text: "Requested" },
  unknown: { tone: "pending", text: "Outcome unknown" },
  confirmed: { tone: "good", text: "Confirmed" },
  refused: { tone: "bad", text: "Refused" },
};

const problems: Record<NonNullable<Request["problem"]>, StateLabel> = {
  refused: states.refused,
  unknown: states.unknown,
  failing: { tone: "pending", text: "Attempt failed" },
  unconfirmed: { tone: "pending", text: "Not confirmed" },
};

const advice: Record<NonNullable<Request["problem"]>, string> = {
  refused:
    "Correct the cause at the registry or in the policy under Registry retirements. The credits are requested again a day after the refusal.",
  unknown:
    "The request was sent, and its response was lost. The worker asks the registry before it sends anything again. If this lasts, import the registry’s export.",
  failing:
    "The worker tries again automatically. If this lasts, check the adapter’s settings, or import the registry’s export.",
  unconfirmed:
    "No imported export has this retirement yet. Import a newer one, or return the request to the list if it was never made.",
};

function Problem({ request: { problem, state, error } }: { request: Request }) {
  const { tone, text } = problem ? problems[problem] : states[state];
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {error && <span className="mt-1 block max-w-md text-sm wrap-anywhere">{error}</span>}
      {problem && (
        <span className="mt-1 block max-w-md text-sm text-pretty text-quiet">
          {advice[problem]}
        </span>
      )}
    </>
  );
}

function Credits({ request }: { request: Request }) {
  const { serials, beneficiary, registryLabel, adapter, kg } = request;
  return (
    <>
      <span className="block font-medium">
        {formatMass(kg)}, {registryLabel}
      </span>
      <span className="block text-sm wrap-anywhere tabular-nums">{serials.join(", ")}</span>
      <span className="block text-sm text-quiet">{beneficiary}</span>
      <span className="block text-sm text-quiet">
        {adapter === "manual" ? "Requested by hand" : `Requested by the adapter “${adapter}”`}
      </span>
    </>
  );
}

function Since({ request }: { request: Request }) {
  const { createdOn, sentOn, settledOn, nextOn } = request;
  return (
    <>
      <Time at={settledOn ?? sentOn ?? createdOn} />
      {nextOn && (
        <span className="block text-sm text-quiet">
          next attempt <Time at={nextOn} />
        </span>
      )}
    </>
  );
}

const columns: Column<Request>[] = [
  { head: "Credits", cell: (request) => <Credits request={request} /> },
  { head: "State", cell: (request) => <Problem request={request} /> },
  { head: "Since", isExtra: true, cell: (request) => <Since request={request} /> },
  { head: "Actions", align: "right", cell: (request) => <RequestActions request={request} /> },
];

const emptyStates: Record<View, readonly [string, string]> = {
  waiting: [
    "Nothing needs attention",
    "Requests appear here when a registry refuses them, when their outcome is unknown, or when no export has confirmed them for two weeks.",
  ],
  open: [
    "No open requests",
    "Requests appear here when an adapter sends them, or when you mark credits as requested under Retirements to make.",
  ],
  refused: ["No refused requests", "Requests that a registry’s API refuses appear here."],
};

interface Props {
  view: View;
  choice: ReactNode;
}

export function Requests({ view, choice }: Props) {
  const { requests } = useScreenData(queries);
  return (
    <ListScreen
      title="Retirements to make"
      label="Requests to registries"
      intro="Retirements that were asked of registries."
      above={choice}
      columns={columns}
      csv="registry-requests"
      query={requests}
      empty={emptyStates[view]}
    />
  );
}
