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

/** Ids up to this length stay on one line. */
const MAX_ID_LENGTH = 16;

/** The registry's name and the project's id there, as a link where its page is known. */
export function RegistryLink({ project }: { project: Registered }) {
  const { registry_name: name, registry_id: id, registry_url: url } = project;
  const isShort = id !== null && id.length <= MAX_ID_LENGTH;
  const label = isShort ? (
    <>
      {name} <span className="whitespace-nowrap">{id}</span>
    </>
  ) : (
    registryLabel(name, id)
  );
  if (url === null) return label;
  return (
    <a href={url} className="link">
      {label}
    </a>
  );
}
