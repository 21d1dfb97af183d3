"use client";
// One project with everything that the catalogue says of it, and its stock by vintage.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { registryLabel } from "#schemas/catalogue";
import type { RouterOutput } from "#trpc/router";
import { buttonClass } from "#ui/admin/button";
import { Fact, Facts } from "#ui/admin/facts";
import { useOperator } from "#ui/admin/operator-shell";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useRouteId } from "#ui/admin/route-id";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";

type Shown = RouterOutput["operatorProjects"]["get"];

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 2 });
const head = "px-3 py-2 text-sm font-medium text-quiet first:pl-0 last:pr-0";
const cell = "px-3 py-2 first:pl-0 last:pr-0";

function Stock({ stock, credit_issuances: issued }: Pick<Shown, "stock" | "credit_issuances">) {
  if (stock.length === 0) {
    return <p className="text-[0.9375rem] text-quiet">No lot was ever imported.</p>;
  }
  const issuedIn = (year: number) =>
    issued.find(({ vintage_year }) => vintage_year === year)?.total_amount;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-[0.9375rem] tabular-nums" aria-label="Stock by vintage">
        <thead>
          <tr>
            <th className={`${head} text-left`}>Vintage</th>
            <th className={`${head} text-right`}>Left</th>
            <th className={`${head} text-right`}>Of</th>
            <th className={`${head} text-right max-sm:hidden`}>Lots</th>
            <th className={`${head} text-right max-sm:hidden`}>Issued</th>
          </tr>
        </thead>
        <tbody>
          {stock.map(({ vintageYear, leftKg, quantityKg, lots }) => (
            <tr key={vintageYear} className="border-t border-line">
              <td className={cell}>{vintageYear}</td>
              <td className={`${cell} text-right`}>{formatMass(leftKg)}</td>
              <td className={`${cell} text-right`}>{formatMass(quantityKg)}</td>
              <td className={`${cell} text-right max-sm:hidden`}>{lots}</td>
              <td className={`${cell} text-right max-sm:hidden`}>
                {issuedIn(vintageYear) === undefined
                  ? "–"
                  : formatMass((issuedIn(vintageYear) ?? 0) * 1000)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Shares({ shares }: Pick<Shown, "shares">) {
  const { base } = useOperator();
  if (shares.length === 0) {
    return <p className="text-[0.9375rem] text-quiet">In none: it is not sold.</p>;
  }
  return (
    <ul className="divide-y divide-line text-[0.9375rem]">
      {shares.map(({ categoryId, categoryName, share }) => (
        <li key={categoryId} className="flex justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
          <Link
            href={`${base}/categories/${encodeURIComponent(categoryId)}`}
            prefetch={false}
            className="link"
          >
            {categoryName}
          </Link>
          <span className="tabular-nums">{percent.format(share)} of it</span>
        </li>
      ))}
    </ul>
  );
}

const linkTo = (url: string) => (
  <a href={url} className="link" rel="noreferrer">
    {url}
  </a>
);

/** What the catalogue may say, by its label; what it does not say is left out. */
function factsOf(shown: Shown): [string, React.ReactNode, boolean?][] {
  const { location_latitude: latitude, location_longitude: longitude, lifetime } = shown;
  const place = latitude !== null && longitude !== null && `${latitude}, ${longitude}`;
  return [
    ["Id", <code key="id">{shown.id}</code>],
    ["Type", shown.type],
    ["Developer", shown.developer],
    ["Place", [shown.location_name, place].filter(Boolean).join(" · ")],
    ["Registry", registryLabel(shown.registry_name, shown.registry_id)],
    ["At the registry", shown.registry_url && linkTo(shown.registry_url)],
    ["Methodology", shown.methodology],
    ["Verifier", shown.verifier],
    ["Impact", shown.impact_type],
    ["Permanence", shown.permanence],
    ["Risk of reversal", shown.risk_of_reversal],
    ["Runs", lifetime && `${lifetime.start_year} to ${lifetime.end_year}`],
    ["Activities", shown.activity_types.join(", ")],
    ["Labels", shown.third_party_labels.join(", ")],
    ["UN goals", shown.un_sdg_goals.join(", ")],
    ["Picture", shown.primary_image_url && linkTo(shown.primary_image_url)],
    ["Summary", shown.summary, true],
    ["Description", shown.description, true],
    ["Beyond carbon", shown.beyond_carbon, true],
    ["Due diligence", shown.due_diligence, true],
  ];
}

function ProjectDetail({ id }: { id: string }) {
  const { mode } = useOperator();
  const found = useQuery(useTRPC().operatorProjects.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead
        title={shown.name}
        intro="As the catalogue has it. An import changes it."
        acts={
          <a href={`/projects/${encodeURIComponent(id)}?mode=${mode}`} className={buttonClass()}>
            Public page
          </a>
        }
      />
      <Panel title="Stock">
        <Stock stock={shown.stock} credit_issuances={shown.credit_issuances} />
      </Panel>
      <Panel title="In categories">
        <Shares shares={shown.shares} />
      </Panel>
      <Panel title="Details">
        <Facts>
          {factsOf(shown).map(
            ([label, value, isWide = false]) =>
              value && (
                <Fact key={label} label={label} isWide={isWide}>
                  {value}
                </Fact>
              ),
          )}
        </Facts>
      </Panel>
    </>
  );
}

export default function ProjectDetailPage() {
  return (
    <>
      <Title>Project</Title>
      <ProjectDetail id={useRouteId()} />
    </>
  );
}
