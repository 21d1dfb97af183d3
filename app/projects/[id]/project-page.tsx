// The public page of a project whose credits are sold.
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { ownPicture } from "#core/page-headers";
import { findPublicProject, toProjectDetailResource } from "#domain/catalogue";
import { listRetiredOfProject } from "#domain/impact";
import { type PageRequest, publicPage } from "#site/public-page";
import { catalogueHead, modeIn } from "#ui/catalogue-head";
import { projectPath } from "#ui/catalogue-path";
import { CatalogueSheet } from "#ui/catalogue-sheet";
import { missingPage } from "#ui/missing-page";
import { About } from "./about";
import { Figures } from "./figures";
import { Place } from "./place";
import type { Shown } from "./shown";
import { Vintages } from "./vintages";

/** The project with what was retired of it. */
async function load({ params, query }: PageRequest): Promise<Shown | null> {
  const ctx = publicContext();
  const id = params["id"] ?? "";
  const found = await findPublicProject(ctx, { id, mode: modeIn(query) });
  if (!found) return null;
  const retired = await listRetiredOfProject(ctx, { mode: found.mode, projectId: id });
  return { ...found, project: toProjectDetailResource(found.project), retired };
}

function Page({ shown }: { shown: Shown }) {
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

export const projectPage = publicPage({
  path: "/projects/{id}",
  keeping: { group: "data", varies: ["mode"] },
  load,
  render(shown) {
    if (!shown) {
      return missingPage(
        "Check it for a missing or changed letter. The project may also have been taken out of the catalogue.",
      );
    }
    const { mode, project } = shown;
    const head = catalogueHead({
      mode,
      name: project.name,
      description: project.summary || "A project whose carbon credits are retired here.",
      url: `${appUrl()}${projectPath(project.id, mode)}`,
    });
    return { head, body: <Page shown={shown} />, shared: "data" };
  },
});
