// The part of a Kubernetes API server that kubectl needs to apply ConfigMaps: discovery, OpenAPI, and
// the ConfigMaps, stored in memory. Usage: node bench/fake-cluster.mjs
import { createServer } from "node:http";

const kind = { group: "", version: "v1", kind: "ConfigMap" };
const patch = {
  "x-kubernetes-action": "patch",
  "x-kubernetes-group-version-kind": kind,
  parameters: [{ name: "fieldValidation", in: "query", schema: { type: "string" } }],
  requestBody: { content: { "application/strategic-merge-patch+json": {} } },
  responses: {},
};
const text = { type: "string" };
const texts = { type: "object", additionalProperties: text };
const metadata = {
  type: "object",
  properties: {
    annotations: texts,
    creationTimestamp: text,
    labels: texts,
    name: text,
    namespace: text,
    resourceVersion: text,
    uid: text,
  },
};
const schema = {
  type: "object",
  "x-kubernetes-group-version-kind": [kind],
  properties: { apiVersion: text, data: texts, kind: text, metadata },
};
const resource = {
  name: "configmaps",
  singularName: "configmap",
  namespaced: true,
  kind: "ConfigMap",
  verbs: ["create", "get", "patch"],
};

/** Constant responses by path. */
const documents = new Map(
  Object.entries({
    "/version": { major: "1", minor: "32", gitVersion: "v1.32.4" },
    "/api": { kind: "APIVersions", versions: ["v1"] },
    "/apis": { kind: "APIGroupList", apiVersion: "v1", groups: [] },
    "/api/v1": { kind: "APIResourceList", groupVersion: "v1", resources: [resource] },
    "/openapi/v3": { paths: { "api/v1": { serverRelativeURL: "/openapi/v3/api/v1?hash=1" } } },
    "/openapi/v3/api/v1": {
      openapi: "3.0.0",
      info: { title: "Kubernetes", version: "v1" },
      paths: { "/api/v1/namespaces/{namespace}/configmaps/{name}": { patch } },
      components: { schemas: { "io.k8s.api.core.v1.ConfigMap": schema } },
    },
  }).map(([path, document]) => [path, JSON.stringify(document)]),
);
/** ConfigMaps as JSON text, by path. */
const configMaps = new Map();

function create(path, body) {
  const configMap = JSON.parse(body);
  const metadata = {
    ...configMap.metadata,
    uid: `00000000-0000-0000-0000-${String(configMaps.size).padStart(12, "0")}`,
    resourceVersion: String(configMaps.size),
    creationTimestamp: "2026-01-01T00:00:00Z",
  };
  const text = JSON.stringify({ ...configMap, metadata });
  configMaps.set(`${path}/${metadata.name}`, text);
  return [201, text];
}

const missing = JSON.stringify({
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  reason: "NotFound",
  code: 404,
});

function respond(method, path, body) {
  if (method === "POST") return create(path, body);
  const text = method === "GET" ? (documents.get(path) ?? configMaps.get(path)) : undefined;
  return text === undefined ? [404, missing] : [200, text];
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { pathname } = new URL(request.url, "http://cluster");
    const [status, text] = respond(request.method, pathname, Buffer.concat(chunks));
    response.writeHead(status, {
      "content-type": "application/json",
      "x-kubernetes-pf-flowschema-uid": "1", // without it kubectl limits itself to 50 requests per second
    });
    response.end(text);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`Serving at http://127.0.0.1:${server.address().port}\n`);
});
