import type { ActionContext } from '#app/platform/action-context.ts'
import { systemClock } from '#app/platform/clock/clock.ts'
import type { Database } from '#app/platform/db/connect.ts'
import { loadLanguages } from '#app/platform/i18n/translations.ts'
import { createMailWriter } from '#app/platform/mail/mail-writer.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'

import type { Invocation } from './command.ts'

/** The context of an action that also mails the account's owner, in the language the account has saved. */
export function cliContext(
  invocation: Invocation,
  { db }: Database,
  locale: string | null,
): ActionContext {
  const { config, keys, now, attributes } = invocation
  const { appName, origin } = config
  const languages = loadLanguages({ includePseudo: config.env === 'local' })
  const translator = languages.pick(locale, undefined)
  return {
    db,
    keys,
    now,
    realNow: now,
    // The operator sends few mails, so counting them in memory is enough.
    limits: memoryRateLimits({ clock: systemClock }),
    config,
    attributes,
    mailWriter: createMailWriter({ keys, translator, languages, appName, origin, now }),
  }
}
