// The origin of a write: the commit and the file that a client says it sent. It is a claim, shown as
// one. It permits nothing, but without it prune leaves what it could delete.
import type { JsonObject } from "./json.ts";

/** The request header with the origin, where the service announces the extension `origin`. */
export const originHeader = "X-Promptctl-Origin";

/** The longest header, in characters. */
export const maxOriginLength = 2048;

export interface Origin {
  /** The hash of the commit, in lower-case hexadecimal. */
  readonly commit: string;
  /** Whether files of the project differed from the commit, or git could not tell. */
  readonly dirty: boolean;
  /** The file of the definition, from the root of the repository. */
  readonly path?: string;
  /** The address of the repository, without userinfo, query and fragment. */
  readonly repository?: string;
  /** The branch or tag, as the CI system names it. */
  readonly ref?: string;
  readonly pullRequest?: number;
  /** The address of the CI run, as that of the repository. */
  readonly run?: string;
}

/** The run of CI whose token a client sent: which run called, not what it sent. */
export interface VerifiedRun {
  /** `octo/shop` */
  readonly repository: string;
  /** The hash of the commit, in lower-case hexadecimal. */
  readonly commit: string;
  /** The id of the run (GitHub) or the pipeline (GitLab). */
  readonly runId?: string;
}

/** What a service reports about a version of a resource, as far as it can be read. */
export interface ReportedVersion {
  readonly number: number;
  readonly keyName?: string;
  readonly origin?: Origin;
  readonly verifiedRun?: VerifiedRun;
  /** The body of the resource, as responses have it. */
  readonly content?: JsonObject;
}

/** A resource that was deleted, as a service reports it. */
export interface ReportedDeletion extends Omit<ReportedVersion, "number"> {
  readonly id: string;
  /** ISO 8601. */
  readonly time: string;
}

/** Who wrote a version, as the service reports it. */
export type ReportedWrite = Omit<ReportedVersion, "content">;
