import { handleAuth } from "#auth/handler";

export { handleAuth as GET, handleAuth as POST };
