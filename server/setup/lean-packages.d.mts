export function removeUnread(root: string): void;
