import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * These have the whole product or a database at hand, but promise nothing about rows, locks, limits, sessions or messages:
 * they are about bytes that come in and go out, or open SQLite by name. They run once.
 */
export const independentOfServices = [
  'app/http/inertia/html-escaping.test.ts',
  'app/http/inertia/page-cache.test.ts',
  'app/http/security/headers-on-every-response.test.ts',
  'app/http/security/oversized-input.test.ts',
  'app/http/security/security-headers.test.ts',
  'app/http/server/client-aborts.test.ts',
  'app/http/server/http-protocol.test.ts',
  'app/http/server/stalled-clients.test.ts',
  'app/http/server/urls-and-caching.test.ts',
  'app/platform/auth/breached-passwords.test.ts',
  'app/platform/db/sqlite-file.test.ts',
  'app/platform/db/sqlite.test.ts',
  'app/profile-photo/hostile-uploads.test.ts',
  'app/server/connection-limit.test.ts',
  'app/server/corrupted-database.test.ts',
]

/**
 * Whether a test could turn out differently with other services: it, or what it imports from a `testing` folder, reads which
 * there are. Any other has passed on SQLite already.
 *
 * @param file  absolute path
 */
export function needsServices(file: string): boolean {
  if (independentOfServices.includes(relative(root, file))) return false
  return readsServices(file)
}

function readsServices(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  if (/\bTEST_(DATABASE|POSTGRES_URL|REDIS_URL)\b/.test(text)) return true
  return importsFromTesting(file, text).some(readsServices)
}

function importsFromTesting(file: string, text: string): string[] {
  const imported = [...text.matchAll(/ from '(#testing|\.)\/(.+\.tsx?)'/g)]
  return imported
    .map(([, from, path = '']) => join(from === '.' ? dirname(file) : join(root, 'testing'), path))
    .filter((path) => dirname(path).endsWith(`${sep}testing`))
}
