/** "Verra VCS1340"; what is unknown is left out. */
export function registryLabel(name: string, id: string | null): string {
  return [name, id].filter(Boolean).join(" ");
}
