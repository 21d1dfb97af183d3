import { listBucketFiles } from "#gateways/files";

/** Certificates, which are rendered again when they are needed, and what probes write. */
const REPLACEABLE = /^certificates\/.*\.pdf$|^till\//;

/** Files that only the bucket has, such as logos. */
export const listIrreplaceableFiles = () => listBucketFiles(REPLACEABLE);
