import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Tests that use the application or a database but promise nothing about rows, locks, limits or messages: they test HTTP, pages,
 * files, mail, what a request may do, or SQLite itself. Others send the same statements to PostgreSQL. They run on SQLite only.
 */
export const independentOfServices = [
  'app/admin/settings.test.ts',
  'app/api-tokens/token-baseline.test.ts',
  'app/api-tokens/token-form.test.ts',
  'app/api-tokens/token-security.test.ts',
  'app/api/api-openapi.test.ts',
  'app/api/api-requests.test.ts',
  'app/api/profile-fields.test.ts',
  'app/api/reference.test.ts',
  'app/confirmation/confirm-code.test.ts',
  'app/confirmation/confirmation.test.ts',
  'app/confirmation/confirmed-by-sign-in.test.ts',
  'app/custom-attributes/validate-attribute-list.test.ts',
  'app/data-export/verify-archive.test.ts',
  'app/dev-mailbox/dev-mailbox.test.ts',
  'app/email-addresses/make-primary-errors.test.ts',
  'app/http/captcha/captcha.test.ts',
  'app/http/inertia/compress-documents.test.ts',
  'app/http/inertia/html-escaping.test.ts',
  'app/http/inertia/page-cache.test.ts',
  'app/http/inertia/page-descriptions.test.ts',
  'app/http/inertia/render-queue.test.ts',
  'app/http/inertia/request-locale.test.ts',
  'app/http/ops/access-log.test.ts',
  'app/http/ops/security-txt.test.ts',
  'app/http/security/app-key-rotation.test.ts',
  'app/http/security/csrf.test.ts',
  'app/http/security/guards.test.ts',
  'app/http/security/headers-on-every-response.test.ts',
  'app/http/security/oversized-input.test.ts',
  'app/http/security/route-protection.test.ts',
  'app/http/security/security-headers.test.ts',
  'app/http/server/client-aborts.test.ts',
  'app/http/server/forwarded-for.test.ts',
  'app/http/server/http-protocol.test.ts',
  'app/http/server/method-override.test.ts',
  'app/http/server/slow-readers.test.ts',
  'app/http/server/urls-and-caching.test.ts',
  'app/legal/legal.test.ts',
  'app/log-integrity/integrity-check.test.ts',
  'app/mail-previews.test.ts',
  'app/management-api/openapi.test.ts',
  'app/passkeys/passkey-confirmation.test.ts',
  'app/platform/auth/breached-passwords.test.ts',
  'app/platform/auth/pwned-passwords.test.ts',
  'app/platform/clock/client-time-ignored.test.ts',
  'app/platform/crypto/secrets-at-rest.test.ts',
  'app/platform/db/dirty-flag.test.ts',
  'app/platform/db/sqlite-connection.test.ts',
  'app/platform/db/sqlite-dialect.test.ts',
  'app/platform/event-log/credential-events.test.ts',
  'app/platform/hooks/hooks-on-every-sign-in-method.test.ts',
  'app/platform/mail/security-notice-smtp.test.ts',
  'app/platform/mail/smtp-mailer.test.ts',
  'app/platform/mail/smtp-retries.test.ts',
  'app/platform/telemetry/telemetry-settings.test.ts',
  'app/profile-photo/hostile-uploads.test.ts',
  'app/profile-photo/profile-photo.test.ts',
  'app/profile/account-sections.test.ts',
  'app/providers/github.test.ts',
  'app/providers/hostile-people.test.ts',
  'app/providers/presets.test.ts',
  'app/realtime/channel-authorization.test.ts',
  'app/realtime/websocket-endpoint.test.ts',
  'app/registration/bot-traps.test.ts',
  'app/registration/email-domains.test.ts',
  'app/server/corrupted-database.test.ts',
  'app/server/object-storage.test.ts',
  'app/server/open-file-limit.test.ts',
  'app/server/route-permissions.test.ts',
  'app/server/startup-banner.test.ts',
  'app/sign-in/escalating-delays.test.ts',
  'app/sign-in/password-hashing.test.ts',
  'app/sign-in/shared-network.test.ts',
  'app/time-travel/comparison.test.ts',
  'app/time-travel/export-csv.test.ts',
  'app/two-factor/required-second-factor.test.ts',
  'app/webhooks/post-webhook.test.ts',
  'web/client/lazy-realtime-client.test.ts',
  'web/components/icons.test.ts',
]

/** @param file  absolute path */
export function isIndependentOfServices(file: string): boolean {
  return independentOfServices.includes(relative(root, file))
}

/**
 * Whether other services could change a test's result: it, or what it imports from a `testing` folder, reads which services
 * there are. All others have run on SQLite already.
 *
 * @param file  absolute path
 */
export function needsServices(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  if (/\bTEST_(DATABASE|POSTGRES_URL|REDIS_URL)\b/.test(text)) return true
  return importsFromTesting(file, text).some(needsServices)
}

function importsFromTesting(file: string, text: string): string[] {
  const withoutTypes = text.replaceAll(/^import type [^']+'[^']+'$/gm, '')
  const imported = [...withoutTypes.matchAll(/ from '(#testing|\.)\/(.+\.tsx?)'/g)]
  return imported
    .map(([, from, path = '']) => join(from === '.' ? dirname(file) : join(root, 'testing'), path))
    .filter((path) => dirname(path).endsWith(`${sep}testing`))
}
