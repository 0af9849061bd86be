import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { UsedMessage } from './extract-messages.ts'
import type { TranslationMap } from './translation-errors.ts'

/** Browsers load `web` translations; `app` stays on the server. */
export type TranslationScope = 'web' | 'app'

const languagesDir = join(import.meta.dirname, '../../app/languages')

export function translationFiles(language: string): Record<TranslationScope, string> {
  return {
    web: join(languagesDir, language, 'web.json'),
    app: join(languagesDir, language, 'app.json'),
  }
}

export function scopeOf({ paths }: UsedMessage): TranslationScope {
  return paths.some((path) => path.startsWith('web/')) ? 'web' : 'app'
}

export function readTranslations(language: string): TranslationMap {
  const { web, app } = translationFiles(language)
  return { ...readJsonIfExists(web), ...readJsonIfExists(app) }
}

function readJsonIfExists(path: string): TranslationMap {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
