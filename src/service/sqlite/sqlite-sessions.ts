// The sessions of the page in a SQLite database. The caller makes each call one transaction.
import { once } from "../../engine/model/collections.ts";
import type { Database } from "./sqlite.ts";
import { maxExpiredPerWrite, type StoredSession } from "../store/stored-resource.ts";

export interface Sessions {
  open(session: StoredSession, now: number): void;
  find(idDigest: string, now: number): string | undefined;
  close(idDigest: string): void;
}

/** The operations on sessions. Prepared at the first call: a file that is only read may have no such table yet. */
export function prepareSessions(database: Database): () => Sessions {
  return once(() => {
    const insert = database.prepare(
      "INSERT INTO sessions (id_digest, key_digest, expires_at) VALUES (?, ?, ?)",
    );
    const deleteExpired = database.prepare(
      `DELETE FROM sessions WHERE id_digest IN
         (SELECT id_digest FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    );
    const select = database.prepare(
      "SELECT key_digest FROM sessions WHERE id_digest = ? AND expires_at > ?",
    );
    const remove = database.prepare("DELETE FROM sessions WHERE id_digest = ?");
    return {
      open: ({ idDigest, keyDigest, expiresAt }, now) => {
        deleteExpired.run(now, maxExpiredPerWrite);
        insert.run(idDigest, keyDigest, expiresAt);
      },
      find: (idDigest, now) =>
        (select.all(idDigest, now) as { key_digest: string }[])[0]?.key_digest,
      close: (idDigest) => void remove.run(idDigest),
    };
  });
}
