import { type ActionContext, createMailWriter } from '#app/platform/action-context.ts'
import type { Database } from '#app/platform/db/connect.ts'
import { loadLanguages } from '#app/platform/i18n/translations.ts'

import type { Invocation } from './command.ts'

/** What a change needs that also writes to the account's owner; in the language they saved. */
export function cliContext(
  invocation: Invocation,
  { db }: Database,
  locale: string | null,
): ActionContext {
  const { config, keys, now } = invocation
  const { appName, origin } = config
  const languages = loadLanguages({ includePseudo: config.env === 'local' })
  const translator = languages.pick(locale, undefined)
  return {
    db,
    keys,
    now,
    realNow: now,
    mailWriter: createMailWriter({ keys, translator, languages, appName, origin, now }),
  }
}
