// The page of `promptctl serve`: what the service holds, for people. It writes nothing but sessions.
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { checkScope, noteWrongKey } from "../http/access/access.ts";
import { failedRequest, type PageService } from "../http/app.ts";
import { failureOf } from "../http/requests/failure-status.ts";
import { readForm } from "../http/requests/read-form.ts";
import { noteReason } from "../http/access/request-log.ts";
import { definitionPage } from "./prompt/definition-view.ts";
import { findPrompts, isStart, parsePosition, readQuery } from "./list/find-prompts.ts";
import { findTools } from "./list/find-tools.ts";
import { htmlResponse, type PageContent } from "./frame/layout.ts";
import { asCreated, chooseRows, readChoice } from "./list/list-order.ts";
import { listPage } from "./list/list-view.ts";
import { loginPage, noLoginPage, problemPage } from "./frame/login-view.ts";
import { iconFile, type PageFile, scriptFile, styleFile } from "./frame/page-files.ts";
import { checkFormToken, pageGuard } from "./frame/page-guard.ts";
import {
  loginPath,
  logoutPath,
  pageRoot,
  pathOnPage,
  promptRoute,
  toolsPath,
} from "./frame/page-paths.ts";
import type { promptDefinitions } from "./prompt/prompt-definitions.ts";
import { promptPage } from "./prompt/prompt-view.ts";
import { readPrompt, readPromptAlone } from "./prompt/read-prompt.ts";
import {
  readLastChange,
  readPromptVersion,
  readPromptVersions,
  readVersionSummaries,
} from "./versions/read-versions.ts";
import { initialValues, readValues } from "./prompt/run-form.ts";
import { runOutcome, replyTo, requestOf } from "./prompt/run-prompt.ts";
import type { RunSupport } from "./prompt/run-view.ts";
import { searchTerms } from "./list/search-terms.ts";
import { securityHeaders } from "./frame/security-headers.ts";
import { toolsPage } from "./list/tools-view.ts";
import { versionPage, versionsPage } from "./versions/versions-view.ts";
import {
  closePageSession,
  openPageSession,
  type PageContext,
  type PageEnv,
  type Visit,
} from "./frame/visit.ts";

type PageApp = Hono<PageEnv>;

/** What the page needs besides the service. */
export interface PageSetup {
  /** What the service is called, such as `production`. */
  readonly serviceName?: string | undefined;
  /** The environment that projects have for the service, for the commands on the page. */
  readonly environment?: string | undefined;
  readonly support: RunSupport;
  /** Loads the writer of definitions. */
  readonly definitions: () => Promise<typeof promptDefinitions>;
}

interface PageOptions extends PageSetup {
  readonly service: PageService;
  readonly now: () => number;
}

/** The routes of the page on the store of a service. */
export function createPage(service: PageService, setup: PageSetup): Hono {
  const now = service.now ?? Date.now;
  const options = { service, now, ...setup };
  const page: PageApp = new Hono();
  page.onError((cause, context) => problemResponse(cause, context, service));
  for (const path of ["/", `${pageRoot}/`])
    page.get(path, (context) => context.redirect(pageRoot + new URL(context.req.url).search));
  page.use(`${pageRoot}/*`, securityHeaders);
  const files = new Map([styleFile, scriptFile, iconFile].map((file) => [file.path, file]));
  page.get(`${pageRoot}/files/:name`, (context) => fileResponse(files.get(context.req.path)));
  page.use(`${pageRoot}/*`, pageGuard({ ...options, keys: service.keys, store: service.store }));
  addListRoute(page, options);
  addLoginRoutes(page, options);
  addPromptRoutes(page, options);
  page.all(`${pageRoot}/*`, () => {
    throw noPage();
  });
  return page as unknown as Hono;
}

/** One route for all files: their names change with their content, and metrics have a row for each route. */
function fileResponse(file: PageFile | undefined): Response {
  if (!file) throw noPage();
  const { type, text } = file;
  const headers = { "content-type": type, "cache-control": "public, max-age=31536000, immutable" };
  return new Response(text, { headers });
}

function noPage(): HTTPException {
  return new HTTPException(404, { message: "There is no page at this address." });
}

function problemResponse(
  cause: unknown,
  context: Context,
  { onFailure }: Pick<PageService, "onFailure">,
): Response {
  const report = (): void => onFailure?.(cause, failedRequest(context));
  const { status, message, headers, reason } = failureOf(cause, report);
  noteReason(context, reason);
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return htmlResponse(context as PageContext, problemPage(status, message));
}

function addListRoute(page: PageApp, { service }: PageOptions): void {
  page.get(pageRoot, async (context) => {
    const query = readQuery(context.req.query("q"));
    const from = parsePosition(context.req.query("from"));
    const choice = readChoice(query, (name) => context.req.query(name));
    const { found, ...rest } = await findPrompts(service, searchTerms(query), from);
    const isWhole = rest.next === undefined && isStart(from);
    const list = isWhole
      ? await chooseRows(service, found, choice)
      : await asCreated(service, found);
    const view = { ...rest, query, from, choice, list };
    return htmlResponse(context, listPage(view, context.var.visit));
  });
  page.get(toolsPath, async (context) => {
    const query = readQuery(context.req.query("q"));
    return htmlResponse(context, toolsPage(await findTools(service, searchTerms(query)), query));
  });
}

/** A login needs no more, and anyone can send one. */
const maxLoginBytes = 64 * 1024;

function addLoginRoutes(page: PageApp, { service: { store, keys }, now }: PageOptions): void {
  const login = (visit: Visit, to: string, isWrong = false): PageContent =>
    keys.hasKeys ? loginPage(visit, to, isWrong) : noLoginPage();
  page.get(loginPath, (context) => {
    const { visit } = context.var;
    const to = pathOnPage(context.req.query("to") ?? "");
    if (visit.access !== "none") return context.redirect(to, 303);
    return htmlResponse(context, login(visit, to));
  });
  page.post(loginPath, async (context) => {
    const form = await readForm(context, maxLoginBytes);
    checkFormToken(context, form);
    const to = pathOnPage(form.get("to") ?? "");
    const key = keys.find(form.get("key") ?? "");
    if (!key) {
      noteWrongKey(context);
      return htmlResponse(context, login(context.var.visit, to, true));
    }
    await openPageSession(context, key.digest, store, now());
    return context.redirect(to, 303);
  });
  page.post(logoutPath, async (context) => {
    checkFormToken(context, await readForm(context, maxLoginBytes));
    await closePageSession(context, store);
    return context.redirect(loginPath, 303);
  });
}

function addPromptRoutes(page: PageApp, { service, support, definitions }: PageOptions): void {
  page.get(promptRoute, async (context) => {
    const { visit } = context.var;
    const details = await readPrompt(service, context.req.param("id")!);
    const lastChange = await readLastChange(service, details.prompt.id);
    const values = initialValues(details, context.req.query("evaluation"));
    return htmlResponse(context, promptPage({ details, lastChange, values, visit, support }));
  });
  page.post(promptRoute, async (context) => {
    const { visit } = context.var;
    const form = await readForm(context, service.bodyLimitBytes);
    checkFormToken(context, form);
    const isRun = form.get("action") === "run";
    if (isRun) checkScope(visit.scope, "run");
    const details = await readPrompt(service, context.req.param("id")!);
    const lastChange = await readLastChange(service, details.prompt.id);
    const values = readValues(details, form);
    const outcome = await runOutcome(() =>
      isRun && service.runner
        ? replyTo(details, values, service.runner, context.req.raw.signal)
        : requestOf(details, values),
    );
    if (outcome.is === "problem") noteReason(context, outcome.reason);
    const view = { details, lastChange, values, visit, support, outcome };
    return htmlResponse(context, promptPage(view));
  });
  addVersionRoutes(page, service);
  page.get(`${promptRoute}/definition`, async (context) => {
    const details = await readPrompt(service, context.req.param("id")!);
    const defined = (await definitions())(service.kinds, details);
    return htmlResponse(context, definitionPage(details, defined, context.var.visit));
  });
}

function addVersionRoutes(page: PageApp, service: PageService): void {
  page.get(`${promptRoute}/versions`, async (context) => {
    const prompt = await readPromptAlone(service, context.req.param("id")!);
    const listed = await readPromptVersions(service, prompt.id);
    const changed = await readVersionSummaries(service, prompt.id, listed.versions);
    return htmlResponse(context, versionsPage(prompt, listed, changed));
  });
  page.get(`${promptRoute}/versions/:number`, async (context) => {
    const prompt = await readPromptAlone(service, context.req.param("id")!);
    const { versions, hasPresentState } = await readPromptVersions(service, prompt.id);
    const index = versions.findIndex(
      ({ number }) => String(number) === context.req.param("number"),
    );
    const base = context.req.query("with");
    const [stored, older] = [
      versions[index],
      base === undefined
        ? versions[index + 1]
        : versions.find(({ number }) => String(number) === base),
    ];
    const after = stored && (await readPromptVersion(service, prompt.id, stored.number));
    if (!stored || !after || (base !== undefined && !older))
      throw new HTTPException(404, { message: "The service does not have this version." });
    const before = older && (await readPromptVersion(service, prompt.id, older.number));
    const view = { prompt, versions, hasPresentState, index, older, after, before };
    return htmlResponse(context, versionPage(view));
  });
}
