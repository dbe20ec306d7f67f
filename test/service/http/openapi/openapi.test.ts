// The OpenAPI description: valid OpenAPI 3.1, and complete.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { capabilities as contract } from "../../../fixtures/memory-service.ts";
import { schemas } from "../../../../src/generated/schemas.ts";
import { kinds } from "../../../../src/kinds.ts";
import { anthropic } from "../../../../src/providers/anthropic.ts";
import { openApiDocument } from "../../../../src/service/http/openapi/openapi.ts";

const described = (
  capabilities = contract,
): Record<string, Record<string, Record<string, unknown>>> =>
  openApiDocument({ kinds, schemas: schemas(), capabilities, version: "1.0.0" }) as never;

/** `GET /path` for every operation. */
function operations(capabilities = contract): string[] {
  return Object.entries(described(capabilities)["paths"]!).flatMap(([path, item]) =>
    ["get", "post", "put", "delete"]
      .filter((verb) => verb in item)
      .map((verb) => `${verb.toUpperCase()} ${path}`),
  );
}

describe("/openapi.json", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(described());
    expect([result.errors, validator.version]).toEqual([undefined, "3.1"]);
  });

  it("passes the recommended rules of Redocly without warnings", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: JSON.stringify(described()), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it("names the variants of each union, so that code generators work", () => {
    const components = described()["components"]!["schemas"]!;
    const unions = Object.entries(components).flatMap(([name, schema]) => {
      const { oneOf, anyOf, discriminator } = schema as Record<string, object>;
      return (oneOf ?? anyOf) ? [{ name, oneOf, anyOf, discriminator }] : [];
    });
    expect(unions.map(({ name }) => name)).toEqual([
      "assertion-body",
      "assertion",
      "common.block",
      "model-parameters-response",
    ]);
    expect(unions[2]).toEqual({
      name: "common.block",
      oneOf: ["TextBlock", "ImageBlock", "ToolCallBlock", "ToolResultBlock"].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
      discriminator: {
        propertyName: "type",
        mapping: {
          TEXT: "#/components/schemas/TextBlock",
          IMAGE_BASE64: "#/components/schemas/ImageBlock",
          TOOL_CALL: "#/components/schemas/ToolCallBlock",
          TOOL_RESULT: "#/components/schemas/ToolResultBlock",
        },
      },
    });
    const renderings = ["MessagesRendering", "ChatCompletionsRendering", "ResponsesRendering"];
    expect(unions[3]).toEqual({
      name: "model-parameters-response",
      anyOf: renderings.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    });
    expect(JSON.stringify(components)).not.toMatch(/"oneOf":\[\{"(?!\$ref)/);
  });

  it.each([
    ["/sdk/v1/tools", "get", ["200", "304", "401", "403", "default"]],
    ["/sdk/v1/tools", "post", ["200", "400", "401", "403", "413", "415", "422", "default"]],
    ["/sdk/v1/tools/{id}", "get", ["200", "401", "403", "404", "default"]],
    [
      "/sdk/v1/tools/{id}",
      "put",
      ["200", "400", "401", "403", "404", "412", "413", "415", "default"],
    ],
    ["/sdk/v1/tools/{id}", "delete", ["200", "400", "401", "403", "404", "409", "412", "default"]],
    ["/sdk/v1/prompts/{id}", "delete", ["200", "400", "401", "403", "404", "412", "default"]],
    [
      "/sdk/v1/prompts/{id}/completion",
      "post",
      ["200", "400", "401", "403", "404", "413", "415", "default"],
    ],
  ])("lists the responses of %s %s", (path, method, statuses) => {
    const operation = described()["paths"]![path]![method as never] as { responses: object };
    expect(Object.keys(operation.responses)).toEqual(statuses);
  });

  it("describes exactly the 21 endpoints of the interface and those of the extensions origin and deletions", () => {
    expect(operations().sort()).toEqual([
      "DELETE /sdk/v1/evaluation-assertions/{id}",
      "DELETE /sdk/v1/evaluations/{id}",
      "DELETE /sdk/v1/prompts/{id}",
      "DELETE /sdk/v1/tools/{id}",
      "GET /sdk/v1/deletions/evaluation-assertions",
      "GET /sdk/v1/deletions/evaluations",
      "GET /sdk/v1/deletions/prompts",
      "GET /sdk/v1/deletions/tools",
      "GET /sdk/v1/evaluation-assertions",
      "GET /sdk/v1/evaluation-assertions/{id}",
      "GET /sdk/v1/evaluation-assertions/{id}/versions",
      "GET /sdk/v1/evaluations",
      "GET /sdk/v1/evaluations/{id}",
      "GET /sdk/v1/evaluations/{id}/versions",
      "GET /sdk/v1/prompts",
      "GET /sdk/v1/prompts/{id}",
      "GET /sdk/v1/prompts/{id}/versions",
      "GET /sdk/v1/tools",
      "GET /sdk/v1/tools/{id}",
      "GET /sdk/v1/tools/{id}/versions",
      "POST /sdk/v1/evaluation-assertions",
      "POST /sdk/v1/evaluations",
      "POST /sdk/v1/prompts",
      "POST /sdk/v1/prompts/{id}",
      "POST /sdk/v1/prompts/{id}/completion",
      "POST /sdk/v1/tools",
      "PUT /sdk/v1/evaluation-assertions/{id}",
      "PUT /sdk/v1/prompts/{id}",
      "PUT /sdk/v1/tools/{id}",
    ]);
  });

  it("describes the header Idempotency-Key of creates", () => {
    const withHeader = Object.entries(described()["paths"]!).filter(([, { post }]) =>
      JSON.stringify(post ?? "").includes("Idempotency-Key"),
    );
    expect(withHeader.map(([path]) => path)).toEqual(kinds.map(({ path }) => path));
  });

  it("describes the 22nd endpoint if the service supports it", () => {
    const more = operations({ ...contract, evaluationUpdate: true });
    expect(more.filter((operation) => !operations().includes(operation))).toEqual([
      "PUT /sdk/v1/evaluations/{id}",
    ]);
  });

  it("names the headers with more facts about a run, and the version of Anthropic's API", () => {
    const headersOf = (path: string): string[] => {
      const { post } = described()["paths"]![path] as { post: { responses: { 200: object } } };
      return Object.keys((post.responses[200] as { headers?: object }).headers ?? {});
    };
    const common = [
      "Promptctl-Extensions",
      "Promptctl-Max-Body-Bytes",
      "Promptctl-Key-Scope",
      "X-Request-Id",
    ];
    expect(headersOf("/sdk/v1/prompts/{id}")).toEqual([...common, "X-Promptctl-Omitted-Settings"]);
    expect(headersOf("/sdk/v1/prompts/{id}/completion")).toEqual([
      ...common,
      "X-Promptctl-Omitted-Settings",
      "X-Promptctl-Stop-Reason",
      "X-Promptctl-Stop-Explanation",
      "X-Promptctl-Cost",
    ]);
    const version = anthropic.headers("k")["anthropic-version"];
    expect(JSON.stringify(described())).toContain(`Messages API, version ${version}`);
  });

  it.each([
    ["/sdk/v1/prompts", "post", true],
    ["/sdk/v1/prompts/{id}", "put", true],
    ["/sdk/v1/tools", "post", false],
  ])("%s %s has the header for repeated references: %s", (path, method, isDescribed) => {
    const { responses } = described()["paths"]![path]![method as never] as { responses: object };
    const hasHeader = JSON.stringify(responses).includes("X-Promptctl-Repeated-References");
    expect(hasHeader).toBe(isDescribed);
  });

  it("refers only to existing components", () => {
    const text = JSON.stringify(described());
    const names = new Set(Object.keys(described()["components"]!["schemas"]!));
    const refs = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!);
    expect(refs.length).toBeGreaterThan(50);
    expect(refs.filter((name) => !names.has(name))).toEqual([]);
    expect(text).not.toContain(".schema.json");
  });
});
