import { z } from "zod";
import { pageResource } from "#core/page";
import {
  CreateSubaccount,
  DownloadLogo,
  deleteSubaccount,
  downloadLogo,
  getSubaccount,
  ListSubaccounts,
  listSubaccounts,
  logoContentTypes,
  MAX_LOGO_BYTES,
  SubaccountResource,
  setSubaccountLogo,
  storeLogo,
  toSubaccountResource,
  UpdateSubaccount,
} from "#domain/accounts";
import { createSubaccount, updateSubaccount } from "#domain/catalogue";
import { type Endpoint, endpoint, idParams, listOf, uploadEndpoint } from "./endpoint";

const tag = "Subaccounts";
const params = idParams("The subaccount's id", "sub_01kx3v6d0tf9sv4m2c8j5a7b9e");

export const subaccountEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/subaccounts",
    operationId: "createSubaccount",
    tag,
    summary: "Create a subaccount",
    description:
      "Create one for each shop, brand or customer that you sell for. Pass a `reference` of " +
      "your own to find it again: no two subaccounts have the same one.",
    status: 201,
    body: CreateSubaccount,
    problems: ["conflict"],
    example: { body: { logo_url: undefined, reference: undefined, slug: undefined } },
    location: (subaccount) => `/subaccounts/${subaccount["id"]}`,
    resource: SubaccountResource,
    prepare: async (ctx, { body }) => (body.logo_url ? downloadLogo(ctx, body.logo_url) : null),
    run: (ctx, { body }, logoFileKey) => createSubaccount(ctx, { ...body, logoFileKey }),
    present: toSubaccountResource,
  }),

  endpoint({
    method: "GET",
    path: "/subaccounts",
    operationId: "listSubaccounts",
    tag,
    summary: "List subaccounts, newest first",
    description: "Returns the subaccounts of the account.",
    query: ListSubaccounts,
    resource: listOf(SubaccountResource),
    run: (ctx, { query }) => listSubaccounts(ctx, query),
    present: (page) => pageResource(page, toSubaccountResource),
  }),

  endpoint({
    method: "GET",
    path: "/subaccounts/{id}",
    operationId: "getSubaccount",
    tag,
    summary: "Get a subaccount",
    description: "Returns the subaccount with its logo and its own portfolio, if it has one.",
    params,
    problems: ["not-found"],
    resource: SubaccountResource,
    run: (ctx, { params }) => getSubaccount(ctx, params),
    present: toSubaccountResource,
  }),

  endpoint({
    method: "PUT",
    path: "/subaccounts/{id}",
    operationId: "updateSubaccount",
    tag,
    summary: "Update a subaccount",
    description:
      "Replaces everything except the logo. An email address or portfolio that you leave out " +
      "is removed; a reference, slug or archived state that you leave out stays.",
    params,
    body: UpdateSubaccount,
    example: { body: { reference: undefined, slug: undefined } },
    problems: ["conflict", "not-found"],
    resource: SubaccountResource,
    run: (ctx, { params: { id }, body }) => updateSubaccount(ctx, { ...body, id }),
    present: toSubaccountResource,
  }),

  endpoint({
    method: "DELETE",
    path: "/subaccounts/{id}",
    operationId: "deleteSubaccount",
    tag,
    summary: "Delete a subaccount",
    description: "You cannot delete a subaccount that has orders or checkout sessions.",
    status: 204,
    params,
    problems: ["conflict", "not-found"],
    resource: z.null(),
    run: (ctx, { params: { id } }) => deleteSubaccount(ctx, { id }),
    present: () => null,
  }),

  uploadEndpoint({
    method: "PUT",
    path: "/subaccounts/{id}/logo",
    operationId: "uploadSubaccountLogo",
    tag,
    summary: "Upload a subaccount's logo",
    description: "The image is decoded and stored as a PNG with at most 1024 pixels per side.",
    params,
    upload: { contentTypes: logoContentTypes, maxBytes: MAX_LOGO_BYTES },
    problems: ["not-found"],
    resource: SubaccountResource,
    prepare: async (ctx, { params: { id }, body }) => {
      await getSubaccount(ctx, { id });
      return storeLogo(ctx, { ...body, field: "body" });
    },
    run: (ctx, { params: { id } }, fileKey) => setSubaccountLogo(ctx, { id, fileKey }),
    present: toSubaccountResource,
  }),

  endpoint({
    method: "POST",
    path: "/subaccounts/{id}/logo",
    operationId: "downloadSubaccountLogo",
    tag,
    summary: "Set a subaccount's logo from a URL",
    description: "Downloads the image once, over https, from a public address.",
    params,
    body: DownloadLogo,
    problems: ["not-found"],
    resource: SubaccountResource,
    prepare: async (ctx, { params: { id }, body }) => {
      await getSubaccount(ctx, { id });
      return downloadLogo(ctx, body.logo_url);
    },
    run: (ctx, { params: { id } }, fileKey) => setSubaccountLogo(ctx, { id, fileKey }),
    present: toSubaccountResource,
  }),

  endpoint({
    method: "DELETE",
    path: "/subaccounts/{id}/logo",
    operationId: "removeSubaccountLogo",
    tag,
    summary: "Remove a subaccount's logo",
    description:
      "Certificates and pages show the name of the subaccount instead. If it has no logo, " +
      "nothing changes.",
    params,
    problems: ["not-found"],
    resource: SubaccountResource,
    run: (ctx, { params: { id } }) => setSubaccountLogo(ctx, { id, fileKey: null }),
    present: toSubaccountResource,
  }),
];
