// The rules of PROMPTCTL_SERVE_OIDC.
import { describe, expect, it } from "vitest";
import { readTokenRules, tokenRulesWarning } from "../../../src/cli/serve/token-rules.ts";

const rule = {
  issuer: "https://token.actions.githubusercontent.com",
  audience: "https://prompts.example.com",
  name: "ci-apply",
  scope: "write",
  claims: { repository_id: "74", ref: ["refs/heads/main", "refs/heads/release/*"] },
};
const gitlab = { project_id: "5", ref: "main", ref_protected: "true" };

const read = (rules: unknown) => readTokenRules({ PROMPTCTL_SERVE_OIDC: JSON.stringify(rules) });

describe("rules for tokens", () => {
  it("have a list of texts for each claim", () => {
    expect(read([rule, { ...rule, claims: gitlab }])).toEqual([
      {
        ...rule,
        claims: { repository_id: ["74"], ref: ["refs/heads/main", "refs/heads/release/*"] },
      },
      { ...rule, claims: { project_id: ["5"], ref: ["main"], ref_protected: ["true"] } },
    ]);
    expect(readTokenRules({})).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["an issuer over http", { issuer: "http://ci.example" }, "an issuer that is no https address"],
    ["an issuer with a query", { issuer: "https://ci.example/?a" }, "an issuer that is no https"],
    ["no audience", { audience: "" }, "no audience"],
    ["a name with a space", { name: "c i" }, "an invalid name"],
    ["another scope", { scope: "admin" }, "a scope that is none of read, run, write"],
    [
      "another field",
      { key: "k" },
      "a field that is none of issuer, audience, name, scope, claims",
    ],
    ["claims that are a list", { claims: [] }, "no claims"],
    [
      "a number as claim",
      { claims: { ...rule.claims, repository_id: 74 } },
      'a claim "repository_id"',
    ],
    ["an empty list", { claims: { ...rule.claims, ref: [] } }, 'a claim "ref" that is neither'],
    ["an empty text", { claims: { ...rule.claims, ref: "" } }, 'a claim "ref" that is neither'],
    [
      "a star alone",
      { claims: { ...rule.claims, ref: "*" } },
      "a * that is not at the end of `ref`",
    ],
    ["a star in a word", { claims: { ...rule.claims, ref: "refs/heads/r*" } }, "a * that is not"],
    ["a star inside", { claims: { ...rule.claims, ref: "refs/*/main" } }, "a * that is not"],
    ["a star in a repository", { claims: { ...rule.claims, repository: "octo/*" } }, "a * that is"],
    ["sub", { claims: { ...rule.claims, sub: "repo:octo/shop" } }, "the claim sub"],
    [
      "a repository by name",
      { claims: { repository: "octo/shop", ref: "a" } },
      "neither repository_id",
    ],
    ["ids of both", { claims: { ...rule.claims, project_id: "5" } }, "neither repository_id"],
    ["write for a repository", { claims: { repository_id: "74" } }, "the scope write without"],
    [
      "run for a repository",
      { scope: "run", claims: { repository_id: "74" } },
      "the scope run without the claim ref or environment",
    ],
    [
      "a branch of GitLab that may not be protected",
      { claims: { ...gitlab, ref_protected: ["true", "false"] } },
      'the scope write without the claims ref and ref_protected "true"',
    ],
    [
      "a project of GitLab",
      { claims: { project_id: "5" } },
      "the scope write without the claims ref and",
    ],
  ])("are refused with %s", (_, more, message) => {
    expect(() => read([rule, { ...rule, ...more }])).toThrow(`PROMPTCTL_SERVE_OIDC has ${message}`);
    expect(() => read([rule, { ...rule, ...more }])).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^PROMPTCTL_SERVE_OIDC has .* in item 2\.$/),
      }),
    );
  });

  it.each<[string, unknown[], string]>([
    ["no fields", [{}], "no issuer, audience, name, scope or claims"],
    ["a field missing", [{ ...rule, scope: undefined }], "no scope"],
    ["a misspelled field", [{ ...rule, claims: undefined, claim: {} }], "no claims"],
    ["a text", ["ci"], "a value that is no object"],
    ["a list", [[]], "a value that is no object"],
    ["null", [null], "a value that is no object"],
  ])("are refused with %s", (_, rules, message) => {
    expect(() => read(rules)).toThrow(`PROMPTCTL_SERVE_OIDC has ${message} in item 1.`);
  });

  it.each([["[]"], ["{}"], ["no JSON"]])("are refused as %s", (text) => {
    expect(() => readTokenRules({ PROMPTCTL_SERVE_OIDC: text })).toThrow(
      "PROMPTCTL_SERVE_OIDC is not a JSON list of at least one rule.",
    );
  });

  it("may read with the repository alone, and warn of an environment alone", () => {
    const plan = { ...rule, scope: "read", claims: { repository_id: "74" } };
    expect(tokenRulesWarning(read([rule, plan]))).toBe("");
    const claims = { repository_id: "74", environment: "production" };
    expect(tokenRulesWarning(read([{ ...rule, claims }]))).toContain("(ci-apply)");
  });
});
