import { registryLabel } from "#core/registry-label";

type Mode = "live" | "test";

/** `from` is the slug of the payment link that the visitor came from. */
function suffix(mode: Mode, from: string | null): string {
  const query = new URLSearchParams({
    ...(mode === "test" && { mode }),
    ...(from !== null && { from }),
  });
  return query.size > 0 ? `?${query}` : "";
}

export function projectPath(id: string, mode: Mode, from: string | null = null): string {
  return `/projects/${encodeURIComponent(id)}${suffix(mode, from)}`;
}

export function portfolioPath(id: string, mode: Mode, from: string | null = null): string {
  return `/portfolios/${encodeURIComponent(id)}${suffix(mode, from)}`;
}

/** Reads the mode from the query. */
export function modeIn(query: URLSearchParams): "live" | "test" | null {
  const mode = query.get("mode");
  return mode === "live" || mode === "test" ? mode : null;
}

interface Registered {
  registry_name: string;
  registry_id: string | null;
  registry_url: string | null;
}

/** The registry's name and the project's id there, as a link where its page is known. */
export function RegistryLink({ project }: { project: Registered }) {
  const label = registryLabel(project.registry_name, project.registry_id);
  if (project.registry_url === null) return label;
  return (
    <a href={project.registry_url} className="link">
      {label}
    </a>
  );
}
