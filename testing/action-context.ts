import type { ActionContext } from '#app/platform/action-context.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { loadLanguages } from '#app/platform/i18n/translations.ts'
import { createMailWriter } from '#app/platform/mail/mail-writer.ts'

import type { TestApp } from './test-app.ts'

/** The context of an action that runs on another connection than the app's, as in another process. */
export function actionContext({ app }: TestApp, db: Db, now: number): ActionContext {
  const { keys, limits, config, attributes } = app
  const languages = loadLanguages({ includePseudo: false })
  const translator = languages.pick('en', undefined)
  const { appName, origin } = config
  const mailWriter = createMailWriter({ keys, translator, languages, appName, origin, now })
  return { db, keys, limits, config, attributes, mailWriter, now, realNow: now }
}
