// Imported by Node before server/start.ts: replaces Next's build, renderer and pages.
import { registerHooks } from "node:module";

const REPLACED = /^(#public-pages|#setup\/build|#http\/renderer-run|\.\/(pages|page-server))$/;
const replacements = new URL("page-replacements.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isReplaced =
      REPLACED.test(specifier) &&
      /\/server\/(start|run|http\/front)\.ts$/.test(context.parentURL ?? "");
    return nextResolve(isReplaced ? replacements : specifier, context);
  },
});
