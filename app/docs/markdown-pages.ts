import { appUrl } from "#core/env";
import { markdownOf } from "#site/markdown";
import { type PublicPage, publicPage } from "#site/public-page";
import { guidePages } from "./guide/pages";
import { listGroups, listSchemas } from "./reference/contents";

/** Returns the page, and before it the same as Markdown, at the address with ".md". */
export function withMarkdown(page: PublicPage): PublicPage[] {
  const asMarkdown: PublicPage = {
    ...page,
    path: `${page.path}.md`,
    async view(request) {
      const view = await page.view(request);
      const title = view.head.title;
      if (view.status === 404) return { ...view, markdown: `# ${title}\n` };
      return { ...view, markdown: markdownOf(view.body) };
    },
  };
  return [asMarkdown, page];
}

const link = (title: string, path: string, note = "") =>
  `- [${title}](${appUrl()}${path})${note === "" ? "" : `: ${note}`}`;

/** The contents of the documentation, in the form of llmstxt.org. */
function contents(): string {
  const groups = listGroups().flatMap(({ name, description, operations }) => [
    `## ${name}`,
    description.replaceAll(/\s+/g, " "),
    operations
      .map(({ id, summary, method, path }) => {
        const note = path === null ? "event" : `${method} /v1${path}`;
        return link(summary, `/docs/reference/${id}.md`, note);
      })
      .join("\n"),
  ]);
  const schemas = listSchemas().map((name) => link(name, `/docs/reference/schemas/${name}.md`));
  return [
    "# Carbon Till",
    "> Sell carbon credits by the kilogram: quotes, orders, checkout, certificates, and webhooks.",
    [
      ...guidePages.map(({ path, title, task }) => link(title, `${path}.md`, `how to ${task}`)),
      link("Emission factors", "/docs/emission-factors.md", "those in use, with their sources"),
      link("API changelog", "/docs/changelog.md"),
      link("Changelog", "/docs/changelog/releases.md", "for operators"),
      link("OpenAPI document", "/v1/openapi.json", "every operation, field, and error"),
    ].join("\n"),
    ...groups,
    "## Schemas",
    schemas.join("\n"),
  ].join("\n\n");
}

export const contentsPage = publicPage({
  path: "/llms.txt",
  keeping: { group: "build" },
  load: () => null,
  render: () => ({
    head: { title: "Contents" },
    body: null,
    markdown: `${contents()}\n`,
    headers: { "content-type": "text/plain; charset=utf-8" },
    shared: "build",
  }),
});
