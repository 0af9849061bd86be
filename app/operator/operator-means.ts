import type { Database } from '#app/platform/db/connect.ts'
import { speak } from '#app/platform/language.ts'
import { type Means, post } from '#app/platform/post.ts'

import type { Operation } from './command.ts'

/** What a change needs that also writes to the account's owner; in the language they saved. */
export function meansFor(operation: Operation, { db }: Database, locale: string | null): Means {
  const { config, keys, now } = operation
  const { appName, origin } = config
  const languages = speak({ withPseudo: config.env === 'local' })
  const text = languages.pick(locale, undefined)
  return {
    db,
    keys,
    now,
    phoneTime: now,
    post: post({ keys, text, languages, appName, origin, now }),
  }
}
