"use client";
import { formatMass, KG_PER_TONNE } from "#core/mass";
import { registryLabel } from "#core/registry-label";
import type { RouterOutput } from "#trpc/router";
import { buttonClass } from "#ui/admin/button";
import { percent } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { Detail, FactsPanel, Item, Items, Note, PageHead, Panel } from "#ui/admin/page";
import { ButtonLink, ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable, useListState } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { attributeFacts, NOT_STATED } from "#ui/attributes";
import { projectPath } from "#ui/catalogue";
import { queries } from "./queries";
import { Sale } from "./sale";

type Project = RouterOutput["operatorProjects"]["get"];

function Stock({ stock, credit_issuances: issuances }: Project) {
  const issuedIn = (year: number) => {
    const issuance = issuances.find(({ vintage_year }) => vintage_year === year);
    return issuance ? formatMass(issuance.total_amount * KG_PER_TONNE) : "–";
  };
  return (
    <SimpleTable
      label="Stock by vintage"
      empty="No lots have been imported."
      rows={stock}
      columns={[
        { head: "Vintage", cell: ({ vintageYear }) => vintageYear },
        { head: "Remaining", kg: ({ leftKg }) => leftKg },
        { head: "Imported", kg: ({ quantityKg }) => quantityKg },
        { head: "Lots", isExtra: true, count: ({ lots }) => lots },
        {
          head: "Issued",
          align: "right",
          isExtra: true,
          cell: ({ vintageYear }) => issuedIn(vintageYear),
        },
      ]}
      keyOf={({ vintageYear }) => String(vintageYear)}
    />
  );
}

function Shares({ shares }: Project) {
  if (shares.length === 0) {
    return <Note>The project is in no category, so its credits are not for sale.</Note>;
  }
  return (
    <Items>
      {shares.map(({ categoryId, categoryName, share }) => (
        <Item key={categoryId}>
          <ScreenLink to={`/catalogue/categories/${encodeURIComponent(categoryId)}`}>
            {categoryName}
          </ScreenLink>
          <span className="tabular-nums">{percent(share)} of the category</span>
        </Item>
      ))}
    </Items>
  );
}

const linkTo = (url: string) => (
  <a href={url} className="link" rel="noreferrer">
    {url}
  </a>
);

const WIDE_FACTS = ["Summary", "Description", "Co-benefits", "Due diligence"];

function factsOf(project: Project) {
  const { location_latitude: latitude, location_longitude: longitude, lifetime } = project;
  const position = latitude !== null && longitude !== null && `${latitude}, ${longitude}`;
  return {
    ID: <code>{project.id}</code>,
    Type: project.type,
    Developer: project.developer,
    Location: [project.location_name, position].filter(Boolean).join(" · "),
    Registry: registryLabel(project.registry_name, project.registry_id),
    "Registry page": project.registry_url && linkTo(project.registry_url),
    Methodology: project.methodology,
    Verifier: project.verifier,
    Impact: project.impact_type,
    Permanence: project.permanence,
    "Risk of reversal": project.risk_of_reversal,
    Lifetime: lifetime && `${lifetime.start_year} to ${lifetime.end_year}`,
    Activities: project.activity_types.join(", "),
    Labels: project.third_party_labels.join(", "),
    "UN goals": project.un_sdg_goals.join(", "),
    Picture: project.primary_image_url && linkTo(project.primary_image_url),
    Summary: project.summary,
    Description: project.description,
    "Co-benefits": project.beyond_carbon,
    "Due diligence": project.due_diligence,
  };
}

function SaleLink({ project: { id, shares } }: { project: Project }) {
  const isPlaced = shares.length > 0;
  return (
    <ButtonLink
      to={`/catalogue/projects/${encodeURIComponent(id)}?show=sale`}
      variant={isPlaced ? "secondary" : "primary"}
    >
      {isPlaced ? "Change sale" : "Put on sale"}
    </ButtonLink>
  );
}

function Details({ project }: { project: Project }) {
  const { mode } = useOperator();
  return (
    <>
      <PageHead
        title={project.name}
        intro="Import a file to change its description."
        actions={
          <>
            <a href={projectPath(project.id, mode)} className={buttonClass()}>
              View public page
            </a>
            <SaleLink project={project} />
          </>
        }
      />
      <Panel title="Stock">
        <Stock {...project} />
      </Panel>
      <Panel title="Categories">
        <Shares {...project} />
      </Panel>
      <FactsPanel
        title="Facts for disclosures"
        facts={Object.fromEntries(
          attributeFacts(project, "en").map(({ label, value }) => [label, value ?? NOT_STATED]),
        )}
      />
      <FactsPanel title="Details" facts={factsOf(project)} wide={WIDE_FACTS} />
    </>
  );
}

export default function ProjectPage() {
  const { project: query } = useScreenData(queries);
  const isForSale = useListState().get("show") === "sale";
  return (
    <Detail title="Project" query={query}>
      {(project) => (isForSale ? <Sale project={project} /> : <Details project={project} />)}
    </Detail>
  );
}
