// Used only when Next runs without server/http/front.ts, which serves these paths.
import { serveForm } from "#rest/forms";

export { serveForm as GET, serveForm as POST };
