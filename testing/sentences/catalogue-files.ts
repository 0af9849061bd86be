import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Entries } from './catalogue-faults.ts'
import type { Used } from './sentences-used.ts'

/** What pages say is loaded by browsers too; what only the server says is not. */
export type Side = 'web' | 'app'

const folder = join(import.meta.dirname, '../../app/languages')

export function catalogueFiles(language: string): Record<Side, string> {
  return { web: join(folder, language, 'web.json'), app: join(folder, language, 'app.json') }
}

export function sideOf({ paths }: Used): Side {
  return paths.some((path) => path.startsWith('web/')) ? 'web' : 'app'
}

export function readEntries(language: string): Entries {
  const { web, app } = catalogueFiles(language)
  return { ...read(web), ...read(app) }
}

function read(path: string): Entries {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
