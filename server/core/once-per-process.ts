const shared = globalThis as { carbonTillState?: Map<string, unknown> };
/**
 * Returns one value per name and process. For module-level state: Next's bundler loads a second
 * copy of our modules for pages, which would have its own.
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  shared.carbonTillState ??= new Map();
  if (!shared.carbonTillState.has(name)) shared.carbonTillState.set(name, make());
  return shared.carbonTillState.get(name) as T;
}
