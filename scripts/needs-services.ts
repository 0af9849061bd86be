import { readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Whether a test could turn out differently with other services: it, or what it imports from a `testing` folder, reads which
 * there are. Any other has passed on SQLite already.
 *
 * @param file  absolute path
 */
export function needsServices(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  if (/\bTEST_(DATABASE|POSTGRES_URL|REDIS_URL)\b/.test(text)) return true
  return importsFromTesting(file, text).some(needsServices)
}

function importsFromTesting(file: string, text: string): string[] {
  const imported = [...text.matchAll(/ from '(#testing|\.)\/(.+\.tsx?)'/g)]
  return imported
    .map(([, from, path = '']) => join(from === '.' ? dirname(file) : join(root, 'testing'), path))
    .filter((path) => dirname(path).endsWith(`${sep}testing`))
}
