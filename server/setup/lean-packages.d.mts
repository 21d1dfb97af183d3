export function isUnread(file: string): boolean;
export function removeUnread(root: string): void;
