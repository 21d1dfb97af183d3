// The types of bundle.mjs, which is plain JavaScript.
export function bundleOf(root: string, name: string): string;
export function bundleArguments(root: string, name: string): string[];
export function isBundledProgram(source: string): boolean;
