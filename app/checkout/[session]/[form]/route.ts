// For servers that run Next alone: server/http/front.ts answers these paths itself.
import { serveForm } from "#rest/forms";

export { serveForm as GET, serveForm as POST };
