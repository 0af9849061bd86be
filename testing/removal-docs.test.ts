import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { isTestFile, readSourceTree } from './architecture/source-tree.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const instructions = /To remove one,[^]*?are yours to review/.exec(readme)?.[0] ?? ''
const forEveryFeature = /To remove one,[^]*?ten places/.exec(readme)?.[0] ?? ''
const sources = readSourceTree(root).filter((source) => !isTestFile(source))

interface Removable {
  /** Of the folder, its pages and the files named after it. */
  own: RegExp
  /** README lists them beside those of every feature. */
  hasMorePlaces?: true
}

const removable: Record<string, Removable> = {
  // With those of teams, which are made of them.
  'api-tokens': {
    own: /^app\/api(-tokens)?\/|^web\/Pages\/API\/|^app\/teams\/([\w-]*token|api-)|^web\/Pages\/Teams\/.*Token/,
    hasMorePlaces: true,
  },
  waitlist: {
    own: /^app\/waitlist\/|\/waitlist[\w-]*\.ts$|\/Waitlist\w*\.tsx$/,
    hasMorePlaces: true,
  },
  teams: {
    own: /^app\/teams\/|^web\/Pages\/Teams\/|\/team-|\/Team\w*\.tsx$|\/\d+-team/,
    hasMorePlaces: true,
  },
  admin: { own: /^app\/admin\/|^web\/Pages\/Admin\//, hasMorePlaces: true },
  'management-api': { own: /^app\/management-api\//, hasMorePlaces: true },
}

test('README lists at most ten places for every feature', () => {
  const places = [...forEveryFeature.matchAll(/`(?:app|web)\/[^`<]+\.tsx?`/g)]

  assert.equal(places.length, 10)
})

for (const [feature, { own, hasMorePlaces }] of Object.entries(removable))
  test(`README lists every file that imports ${feature}`, () => {
    const importers = sources.flatMap(({ path, imports }) =>
      !own.test(path) && imports.some(({ file }) => file !== null && own.test(file)) ? [path] : [],
    )
    const listed = hasMorePlaces ? instructions : forEveryFeature

    assert.ok(importers.includes('app/server/build-app.ts'))
    assert.deepEqual(
      importers.filter((path) => !listed.includes(`\`${path}\``)),
      [],
    )
  })
