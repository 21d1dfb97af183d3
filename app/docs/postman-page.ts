import { publicPage } from "#site/public-page";
import { listGroups, listOperations, type Operation, serverUrl } from "./reference/contents";
import { fixedHeaders, sampleRequest, sendsFile } from "./samples/request";

function requestOf(operation: Operation) {
  const request = sampleRequest(operation);
  const { method, url, json, hasKey } = request;
  // A collection is sent again and again: each time is a new request.
  const header = fixedHeaders(request).map(([key, value]) => {
    return { key, value: key === "Idempotency-Key" ? "{{$guid}}" : value };
  });
  const raw = { mode: "raw", raw: JSON.stringify(json, null, 2) };
  const file = { mode: "file", file: { src: "logo.png" } };
  const body = sendsFile(request) ? file : json === undefined ? null : raw;
  return {
    method,
    header,
    url: url.replace(serverUrl(), "{{baseUrl}}"),
    description: operation.description,
    ...(body && { body }),
    ...(!hasKey && { auth: { type: "noauth" } }),
  };
}

/** All operations in the collection format 2.1, which Postman, Insomnia and Bruno import. */
function collection() {
  const operations = listOperations().filter(({ path }) => path !== null);
  const item = listGroups(operations).map((group) => ({
    name: group.name,
    item: group.operations.map((operation) => ({
      name: operation.summary,
      request: requestOf(operation),
    })),
  }));
  return {
    info: {
      name: "Carbon Till",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: serverUrl() },
      { key: "key", value: "", description: "Your test key: ct_test_…" },
    ],
    item,
  };
}

export const postmanPage = publicPage({
  path: "/docs/postman.json",
  keeping: { group: "build" },
  load: () => null,
  render: () => ({
    head: { title: "Postman collection" },
    body: null,
    markdown: JSON.stringify(collection(), null, 2),
    headers: { "content-type": "application/json" },
    shared: "build",
  }),
});
