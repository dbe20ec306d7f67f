// The sessions of the page in PostgreSQL.
import type { Query, Statement } from "./postgres.ts";
import { maxExpiredPerWrite, type StoredSession } from "../store/stored-resource.ts";

const insertSession: Statement = {
  name: "insert-session",
  text: `INSERT INTO promptctl.sessions (id_digest, key_digest, expires_at) VALUES ($1, $2, $3)`,
};

/** Deletes the oldest sessions until this time, at most this number. */
const deleteExpiredSessions: Statement = {
  name: "delete-expired-sessions",
  text: `DELETE FROM promptctl.sessions WHERE id_digest IN (
      SELECT id_digest FROM promptctl.sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
    )`,
};

const selectSession: Statement = {
  name: "session",
  text: "SELECT key_digest FROM promptctl.sessions WHERE id_digest = $1 AND expires_at > $2",
};

const deleteSession: Statement = {
  name: "delete-session",
  text: "DELETE FROM promptctl.sessions WHERE id_digest = $1",
};

/** Stores a session, and deletes expired ones. */
export async function storeSession(
  query: Query,
  { idDigest, keyDigest, expiresAt }: StoredSession,
  now: number,
): Promise<void> {
  await query(deleteExpiredSessions, [now, maxExpiredPerWrite]);
  await query(insertSession, [idDigest, keyDigest, expiresAt]);
}

/** The key digest of a session that is not expired. */
export async function findSession(
  query: Query,
  idDigest: string,
  now: number,
): Promise<string | undefined> {
  return (await query<{ key_digest: string }>(selectSession, [idDigest, now]))[0]?.key_digest;
}

/** Deletes a session, if there is one. */
export async function closeSession(query: Query, idDigest: string): Promise<void> {
  await query(deleteSession, [idDigest]);
}
