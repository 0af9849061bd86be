import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

import { isIndependentOfServices, needsServices } from './needs-services.ts'

export interface TestSelection {
  /** Absolute paths, as in the other lists. These tests run on each database. */
  onServices: string[]
  /** These tests use the product or a database too, and run on SQLite only. */
  onSqlite: string[]
  /** These tests run once. */
  once: string[]
  inBrowser: string[]
}

const root = join(import.meta.dirname, '..')

/**
 * All tests, or those at and below the given files and folders.
 *
 * @param paths  relative to the working directory
 * @throws RangeError for a path without a test
 */
export function selectTests(paths: string[]): TestSelection {
  const files = [...nodeTests(), ...globSync('e2e/*.e2e.ts', { cwd: root })]
    .map((file) => resolve(root, file))
    .toSorted()
  for (const path of paths)
    if (!files.some((file) => isAtOrBelow(file, path)))
      throw new RangeError(`There is no test at ${path}.`)

  const selected = files.filter(
    (file) => paths.length === 0 || paths.some((path) => isAtOrBelow(file, path)),
  )
  const groups = Object.groupBy(selected, partOf)
  const { inBrowser = [], onServices = [], onSqlite = [], once = [] } = groups
  return { inBrowser, onServices, onSqlite, once }
}

function nodeTests(): string[] {
  return globSync('{app,packages,web,testing,scripts,bench,e2e}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', 'testing/architecture.test.ts'],
  })
}

function isAtOrBelow(file: string, path: string): boolean {
  return !relative(path, file).startsWith('..')
}

function partOf(file: string): keyof TestSelection {
  if (file.endsWith('.e2e.ts') || launchesBrowser(file)) return 'inBrowser'
  if (isIndependentOfServices(file)) return 'onSqlite'
  return needsServices(file) ? 'onServices' : 'once'
}

/** Tests of a package that need Chromium, which may be installed while the others run. */
function launchesBrowser(file: string): boolean {
  return / from 'playwright-core'/.test(readFileSync(file, 'utf8'))
}
