// The public page of a project whose credits are sold.
import type { Metadata } from "next";
import { cache } from "react";
import { appUrl } from "#core/env";
import { ownPicture } from "#core/own-picture";
import { answerWithData } from "#core/page-answer";
import { publicContext } from "#core/public-door";
import { findPublicProject, toProjectDetailResource } from "#domain/catalogue";
import { listRetiredOfProject } from "#domain/impact";
import { catalogueMetadata, notFoundMetadata } from "#ui/catalogue-metadata";
import { projectPath } from "#ui/catalogue-path";
import { CatalogueSheet } from "#ui/catalogue-sheet";
import { idIn } from "#ui/id-in";
import { NothingHere } from "#ui/nothing-here";
import { About } from "./about";
import { Figures } from "./figures";
import { Place } from "./place";
import type { Shown } from "./shown";
import { Vintages } from "./vintages";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ mode?: string | string[] }>;
}

/** The project with what was retired of it, read once for the page and its metadata. */
const load = cache(async (id: string, wanted: unknown): Promise<Shown | null> => {
  const ctx = publicContext();
  const mode = wanted === "live" || wanted === "test" ? wanted : null;
  const found = await findPublicProject(ctx, { id, mode });
  if (!found) return null;
  const retired = await listRetiredOfProject(ctx, { mode: found.mode, projectId: id });
  return { ...found, project: toProjectDetailResource(found.project), retired };
});

async function loadFor({ params, searchParams }: Props): Promise<Shown | null> {
  return load(idIn((await params).id), (await searchParams).mode);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const shown = await loadFor(props);
  if (!shown) return notFoundMetadata;
  const { mode, project } = shown;
  return catalogueMetadata({
    mode,
    name: project.name,
    description: project.summary || "A project whose carbon credits are retired here.",
    url: `${appUrl()}${projectPath(project.id, mode)}`,
  });
}

export default async function ProjectPage(props: Props) {
  const shown = await loadFor(props);
  if (!shown) {
    return (
      <NothingHere hint="Check it for a missing or changed letter. The project may also have been taken out of the catalogue." />
    );
  }
  answerWithData();
  const { mode, project } = shown;
  return (
    <CatalogueSheet
      picture={ownPicture(project.primary_image_url, appUrl())}
      notice={mode === "test" ? "Sandbox project: made up for tests" : null}
      kind={[project.type, project.location_name].filter(Boolean).join(" · ")}
      name={project.name}
      summary={project.summary}
    >
      <Figures shown={shown} />
      <About shown={shown} />
      <Place shown={shown} />
      <Vintages shown={shown} />
    </CatalogueSheet>
  );
}
