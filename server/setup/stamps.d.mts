interface Stamp {
  lock?: string;
  /** Development dependencies are installed, too. */
  hasTools?: boolean;
}

export function lockHash(root: string): string;
export function readStamp(root: string): Stamp | null;
export function writeStamp(root: string, change: Stamp): void;
export function isGenerated(root: string, withTypes: boolean): boolean;
export function recordGenerated(root: string): void;
