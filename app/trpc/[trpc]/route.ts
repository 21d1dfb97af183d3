// The dashboard's door.
import { answerTrpc } from "#trpc/handler";

export { answerTrpc as GET, answerTrpc as POST };
