// The API for servers that run Next alone: server/http/front.ts answers /v1 itself.
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
