// Where promptctl is installed from, in the forms that npm, GitHub and GitLab take.

/** A commit with the built program, or the version of npm's registry that was built as this commit. */
export interface PackageSource {
  /** The URL of the repository, without a password. */
  readonly repository: string;
  readonly commit: string;
  /** The tag of the commit, if it has one. */
  readonly tag?: string | undefined;
  /** The version, if npm installs it from its registry. */
  readonly version?: string;
}

/** The kinds of hosts whose CI files promptctl knows. */
export type Forge = "github" | "gitlab";

/** npm asks these hosts for a repository over https, and over ssh if that fails. */
const knownHosts = new Set(["github.com", "gitlab.com", "bitbucket.org"]);

/**
 * The URL of a repository over https or ssh, or on disk, without a password: of a URL, of `git@host:path`, of an
 * absolute path, or of a name on GitHub such as acme/promptctl. Undefined if it is none, or if git could take a part of it for a flag.
 */
export function repositoryUrl(text: string): string | undefined {
  const [, login, path] = /^([\w.-]+@[\w.-]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  const url = login
    ? `ssh://${login}/${path}`
    : text.startsWith("/")
      ? `file://${text}`
      : /^[\w.-]+\/[\w.-]+$/.test(text)
        ? `https://github.com/${text}`
        : text.replace(/^git\+/, "");
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, username, pathname } = new URL(url);
  const isPlain =
    /^(?:[a-z\d][a-z\d.-]*(?::\d+)?)?$/i.test(host) &&
    /^(?:\/[\w.~%+][\w.~%+-]*)+\/?$/.test(pathname) &&
    /^(?:\w[\w.-]*)?$/.test(username);
  if (!/^(?:https|ssh|file):$/.test(protocol) || !isPlain) return undefined;
  const folder = pathname.replace(/\/$/, "");
  if (knownHosts.has(host)) return `https://${host}${folder.replace(/\.git$/, "")}`;
  const user = protocol === "ssh:" && username !== "" ? `${username}@` : "";
  return `${protocol}//${user}${host}${folder}`;
}

/** The host of a repository with a port, empty for a folder; and what runs there, if its name tells. */
export function hostOf(repository: string): { readonly host: string; readonly forge?: Forge } {
  const { host, hostname } = new URL(repository);
  const names = hostname.split(".");
  if (names.some((name) => name.startsWith("gitlab"))) return { host, forge: "gitlab" };
  const isGitHub = names.some((name) => name.startsWith("github")) || hostname.endsWith(".ghe.com");
  return isGitHub ? { host, forge: "github" } : { host };
}

/** What package.json names. */
export function packageSpecifier({ repository, commit, version }: PackageSource): string {
  return version ?? `git+${repository}#${commit}`;
}

/** What a step of a workflow uses. */
export function actionReference(source: PackageSource): string {
  const tag = source.tag === undefined ? "" : ` # ${source.tag}`;
  return `${repositoryPath(source)}@${source.commit}${tag}`;
}

/** The path of the repository on its host: the owner and the name on GitHub, or the groups of GitLab with the name. */
export function repositoryPath({ repository }: PackageSource): string {
  return new URL(repository).pathname.slice(1).replace(/\.git$/, "");
}

/**
 * The CI that can run promptctl from the source in the repository with this origin. GitHub runs actions of its
 * own host only; GitLab also includes files of github.com. A host without a dot is a name of ssh's settings.
 */
export function ciOf(source: PackageSource, origin: string | undefined): Forge | undefined {
  const from = hostOf(source.repository);
  const own = origin === undefined ? from : hostOf(origin);
  const to = own.host.includes(".") ? own : from;
  const isReadable = from.host === to.host || (to.forge === "gitlab" && from.host === "github.com");
  return isReadable ? to.forge : undefined;
}
