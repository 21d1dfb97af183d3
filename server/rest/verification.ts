import { z } from "zod";
import { invalid } from "#core/errors";
import { text } from "#core/text";
import {
  findVerification,
  MAX_QUERY_LENGTH,
  orderIdIn,
  orderIdOfNumber,
  revisionIn,
  toVerificationResource,
  VerificationResource,
} from "#domain/certificates";
import { MAX_SERIAL_LENGTH } from "#domain/inventory";
import { type Endpoint, publicEndpoint } from "./endpoint";

const Query = z.strictObject({
  serial: text(MAX_SERIAL_LENGTH, 1)
    .optional()
    .meta({
      description:
        "A serial number or a range of them, as shown by the registry or on a certificate.",
      examples: ["19385-941467007-941467008-VCS-VCU-1507-VER-ET-14-1340-01012022-31122022-1"],
    }),
  order_number: text(255, 1)
    .optional()
    .meta({
      description: "Order number from a certificate, or the order's id.",
      examples: ["019d-c7b3-4c1a-7b2e-9c44-3f5a-10b2-77de"],
    }),
  certificate_url: text(MAX_QUERY_LENGTH, 1)
    .optional()
    .meta({
      description: "Link to a certificate, on any host.",
      examples: ["https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  revision: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({
      description:
        "`revision` of a copy, with an order number or certificate link: the result says whether " +
        "it is the current one. Default: the revision in the link, if it has one.",
      examples: [1],
    }),
});
type Query = z.infer<typeof Query>;

const names = ["serial", "order_number", "certificate_url"] as const;

/** @throws invalid if there is not exactly one parameter, or if it is malformed */
function searchOf(query: Query) {
  const { serial = null, order_number, certificate_url } = query;
  const revision = query.revision ?? revisionIn(certificate_url ?? "");
  const given = names.filter((name) => query[name] !== undefined);
  if (given.length !== 1) {
    const message = `exactly one of ${names.join(", ")} is required`;
    throw invalid(given[1] ?? "serial", message, given.length === 0 ? "required" : "exclusive");
  }
  if (order_number !== undefined) {
    const orderId = orderIdOfNumber(order_number) ?? orderIdIn(order_number);
    if (orderId === null) {
      throw invalid("order_number", "must be 32 hex digits or an order's id", "malformed");
    }
    return { orderId, serial, revision };
  }
  const orderId = orderIdIn(certificate_url ?? "");
  if (certificate_url !== undefined && orderId === null) {
    throw invalid(
      "certificate_url",
      "must contain an order's id, which begins with ord_",
      "malformed",
    );
  }
  if (serial !== null && query.revision !== undefined) {
    throw invalid("revision", "is only for an order number or a certificate link", "exclusive");
  }
  return { orderId, serial, revision };
}

export const verificationEndpoints: Endpoint[] = [
  publicEndpoint({
    method: "GET",
    path: "/verify",
    operationId: "verify",
    tag: "Verification",
    summary: "Verify a certificate or a serial number",
    description:
      "Returns for whom and by which order credits were set aside, and whether and when their " +
      "registry retired them. Pass exactly " +
      "one of a serial number, an order number or a certificate link. It needs no key, and " +
      "returns only what certificates show. One serial number stands for a tonne, which " +
      "several certificates can share: all of them are returned with their kg, at most 50 " +
      "retirements. If nothing is found, the list is empty. Each entry has its `mode`: live " +
      "and test are never mixed.",
    countsCaller: true,
    exactlyOneOf: names,
    query: Query,
    resource: VerificationResource,
    run: (ctx, { query }) => findVerification(ctx, searchOf(query)),
    present: toVerificationResource,
  }),
];
