// The types of file-lock.mjs, which is plain JavaScript.
export function withFileLock<T>(
  file: string,
  work: () => Promise<T>,
  onWait?: () => void,
): Promise<T>;
