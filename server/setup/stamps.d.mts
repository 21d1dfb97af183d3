interface Stamp {
  lock?: string;
  schema?: string;
}

export function lockHash(root: string): string;
export function schemaHash(root: string): string;
export function readStamp(root: string): Stamp | null;
export function writeStamp(root: string, change: Stamp): void;
