// Used only when Next runs without server/http/front.ts, which serves /v1.
import { serve } from "#rest/serve";

export {
  serve as DELETE,
  serve as GET,
  serve as HEAD,
  serve as OPTIONS,
  serve as PATCH,
  serve as POST,
  serve as PUT,
};
