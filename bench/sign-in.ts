import type { App } from '#app/http/server/app-type.ts'
import { documentVersions, readLegal } from '#app/legal/legal.ts'
import { createMailWriter } from '#app/platform/mail/mail-writer.ts'
import { startSession } from '#app/platform/sessions/start-session.ts'

/** Starts a session of an account that has accepted the current terms. @returns the value of the session cookie */
export async function signIn(app: App, userId: string): Promise<string> {
  const { db, keys, languages, config } = app
  const now = Date.now()
  const { terms, policy } = documentVersions(await readLegal())
  const acceptedVersions = { terms_version: terms, policy_version: policy }
  await db.updateTable('users').set(acceptedVersions).where('id', '=', userId).execute()
  const translator = languages.pick(null, undefined)
  const names = { appName: 'Foyer', origin: 'http://localhost' }
  const mailWriter = createMailWriter({ keys, translator, languages, ...names, now })
  const client = { ip: '192.0.2.1', userAgent: 'bench', now }
  const session = { userId, method: 'password', remembered: true, ...client } as const
  const started = await db
    .transaction()
    .execute((tx) => startSession(tx, { keys, mailWriter, config }, session))
  return started.secret
}
