// Logging in and out.
import { answerAuth } from "#auth/handler";

export { answerAuth as GET, answerAuth as POST };
