import { handleTrpcRequest } from "#trpc/handler";

export { handleTrpcRequest as GET, handleTrpcRequest as POST };
