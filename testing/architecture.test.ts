import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  countTypeEscapes,
  longFiles,
  longFunctions,
  unjustifiedSuppressions,
} from './architecture/code-limits.ts'
import { freeRelatives } from './architecture/comment-rules.ts'
import {
  crowdedTopLevel,
  fileCycles,
  folderCycles,
  upwardImports,
} from './architecture/folder-rules.ts'
import { featureCycles, forbiddenImports, invalidImportPaths } from './architecture/import-rules.ts'
import {
  pageNames,
  pageNameMismatches,
  routeNames,
  routeMismatches,
  namingViolations,
} from './architecture/naming-rules.ts'
import { unlimitedChanges } from './architecture/rate-limit-rules.ts'
import { catastrophicRegexes, regexesIn } from './architecture/regex-safety.ts'
import {
  actorLiterals,
  passwordScoringViolations,
  directClockUses,
  unapprovedSingleUseWrites,
  directEventWrites,
  unvalidatedInputs,
} from './architecture/security-rules.ts'
import { type SourceTree, fakeTree, readSourceTree } from './architecture/source-tree.ts'
import {
  sqlInRoutes,
  interpolatedSqlValues,
  statementsWithoutTeam,
} from './architecture/sql-rules.ts'

const sourceTree = readSourceTree(process.cwd())

test('reads the whole source tree', (t) => {
  assert.ok(sourceTree.length > 100)
  assert.ok(sourceTree.flatMap(({ imports }) => imports).length > 300)
  assert.ok(pageNames(sourceTree).includes('Dashboard'))
  assert.ok(routeNames(sourceTree).includes('login.store'))
  t.diagnostic(`read ${sourceTree.length} files`)
})

checkRule('imports follow the layer rules', forbiddenImports, {
  'app/pages.ts': `import type { z } from 'zod'`,
  'app/platform/db/migrations/001-start.ts': `import type { Schema } from '#app/platform/db/schema.ts'`,
  'app/platform/clock/clock.ts': `import Fastify from 'fastify'`,
  'app/platform/lib/ids.ts': `export { login } from '#app/sign-in/sign-in.ts'`,
  'app/http/session/session.ts': `const { login } = await import('#app/sign-in/sign-in.ts')`,
  'app/sign-in/sign-in.ts': `import { session } from '#app/http/session/session.ts'`,
  'app/sign-in/limits.ts': `import { login } from './sign-in.ts'`,
  'app/sign-in/sessions.ts': `import { inner } from '#app/registration/inner.ts'`,
  'app/registration/routes.ts': `type A = import('#app/sign-in/sessions.ts').A`,
  'app/features.ts': `import { login } from '#app/sign-in/sign-in.ts'`,
  'app/platform/jobs/prune.ts': `import { features } from '#app/features.ts'`,
  'web/browser.tsx': `import { readConfig } from '#app/platform/config/config.ts'`,
  'packages/inertia/plugin.ts': `import { routes } from '../../app/routes.ts'`,
})

checkRule(
  'features have no import cycles',
  featureCycles,
  {
    'app/one/one.ts': `import { two } from '#app/two/two.ts'`,
    'app/two/two.ts': `import { three } from '#app/three/three.ts'`,
    'app/three/three.ts': `import { one } from '#app/one/one.ts'`,
  },
  1,
)

checkRule('the lower folders of app/platform do not import the upper ones', upwardImports, {
  'app/platform/crypto/key.ts': `import type { Db } from '#app/platform/db/connect.ts'`,
  'app/platform/validation/form.ts': `import { hash } from '#app/platform/auth/password-hash.ts'`,
})

checkRule(
  'the folders of app/platform and app/http have no import cycles, types included',
  folderCycles,
  {
    'app/platform/jobs/enqueue.ts': `import type { Event } from '#app/platform/mail/event.ts'`,
    'app/platform/mail/send.ts': `import { enqueue } from '#app/platform/jobs/enqueue.ts'`,
    'app/http/server/app-type.ts': `import type { Assets } from '#app/http/inertia/assets.ts'`,
    'app/http/inertia/assets.ts': `import type { Context } from '#app/http/context.ts'`,
    'app/http/context.ts': `import type { App } from '#app/http/server/app-type.ts'`,
  },
  2,
)

checkRule(
  'files of a folder import each other only for types',
  fileCycles,
  {
    'app/platform/jobs/one.ts': `import { two } from './two.ts'`,
    'app/platform/jobs/two.ts': `import { one } from './one.ts'`,
    'app/http/ops/three.ts': `import { four } from './four.ts'`,
    'app/http/ops/four.ts': `import type { Three } from './three.ts'`,
  },
  1,
)

checkRule(
  'app/platform has at most six files outside its folders',
  crowdedTopLevel,
  Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`app/platform/file-${n}.ts`, ''])),
  1,
)

checkRule(
  'no import path contains .., is absolute, lacks its extension or points to a barrel',
  invalidImportPaths,
  {
    'app/one/one.ts': `import { two } from '../two/two.ts'`,
    'app/two/two.ts': `import { passwd } from '/etc/passwd.ts'`,
    'app/two/three.ts': `import { two } from './two'`,
    'app/one/index.ts': `export * from './one.ts'`,
  },
)

checkRule('no file is longer than 200 lines, no test file longer than 400', longFiles, {
  'app/one/one.ts': 'one()\n'.repeat(201),
})

checkRule('no function is longer than 60 lines', longFunctions, {
  'app/one/one.ts': `function one() {\n${'two()\n'.repeat(60)}}`,
  'web/Pages/One.tsx': `const One = () => (<p>${'\n'.repeat(60)}</p>)`,
})

checkRule('every page name has a file, and every page file a name', pageNameMismatches, {
  'app/pages.ts': `export interface Pages { 'Auth/Login': object }`,
  'web/Pages/Profile/Show.tsx': '',
})

checkRule(
  'every route is in the table and mounted',
  routeMismatches,
  {
    'app/routes.ts': `export const routes = { home: {}, login: {} } as const satisfies object`,
    'app/home/routes.ts': `routeOptions('login'); route('nowhere')`,
  },
  2,
)

checkRule('file names are meaningful', namingViolations, {
  'app/one/utils.ts': '',
  'app/one/welcome.mail.tsx': '',
  'app/one/one.ts': 'export default 1',
})

checkRule('no value is written into the SQL text', interpolatedSqlValues, {
  'app/one/one.ts': `import { sql } from 'kysely'; sql.raw(text)`,
  'app/two/two.ts': `import { sql } from 'kysely'; sql.ref(request.body.column)`,
  'app/three/three.ts': `import type { Db } from 'kysely'; eb.ref('data', '->').key(name)`,
})

checkRule('routes.ts contains no SQL', sqlInRoutes, {
  'app/one/routes.ts': `app.db.selectFrom('users')`,
  'app/two/routes.ts': `import { sql } from 'kysely'`,
})

checkRule('a statement on what belongs to a team names the team', statementsWithoutTeam, {
  'app/one/revoke.ts': `await tx.deleteFrom('team_invitations').where('id', '=', id).execute()`,
  'app/two/tokens.ts': `const rows = db.selectFrom('team_tokens as token').select('team_id').execute()`,
  'app/three/rename.ts': `const work = (tx) => tx.updateTable('team_members').set({ team_id: 'a' }).execute()`,
})

checkRule(
  'server code reads only the injected clock, and nothing sets it (TT-01)',
  directClockUses,
  {
    'app/one/one.ts': `const now = Date.now()`,
    'packages/two/two.ts': `const today = new Date()`,
    'app/time-travel/go.ts': `app.clock.now = () => request.body.at`,
  },
)

checkRule('the server never scores passwords (PAR-15)', passwordScoringViolations, {
  'app/one/one.ts': `import { ZxcvbnFactory } from '@zxcvbn-ts/core'`,
  'web/Pages/Two.tsx': `import { passwordScore } from '#web/lib/password-score.ts'`,
})

checkRule('events are written in one place and never changed (LGX-03)', directEventWrites, {
  'app/one/one.ts': `tx.insertInto('events')`,
  'app/two/two.ts': `tx.updateTable('events').set({ ip: null })`,
  'app/three/three.ts': `tx.deleteFrom('events')`,
})

checkRule('actors come from systemActor and teamLogActor', actorLiterals, {
  'app/one/one.ts': `record(tx, { userId, sessionId: null, ip: null, userAgent: null, now })`,
  'app/two/two.ts': `const log = { teamId, by: actor.userId, now }`,
})

checkRule(
  'single-use items are consumed only by proven statements (R1)',
  unapprovedSingleUseWrites,
  {
    'app/one/one.ts': `tx.deleteFrom('recovery_codes').where('id', '=', id)`,
    'app/two/two.ts': `tx.updateTable('one_time_tokens').set({ used: 1 })`,
    'app/three/three.ts': `tx.insertInto('webauthn_challenges').values(it)`,
    'app/four/four.ts': `tx.updateTable('users').set({ two_factor_last_step: step })`,
  },
)

checkRule('everything a route reads from a request has a schema (2.2.1)', unvalidatedInputs, {
  'app/one/routes.ts': `app.route({ ...routeOptions('one'), handler: (request) => save(request.body) })`,
  'app/two/routes.ts': `app.route({ ...routeOptions('two'), schema: { body: It }, handler: ({ query }, reply) => say(query) })`,
  'app/three/routes.ts': `app.route({ ...routeOptions('three'), handler(request) { const { params } = request } })`,
})

checkRule(
  'a route by which an account or a team changes has a rate limit, or a reason to need none (PAR-22)',
  unlimitedChanges,
  {
    'app/one/routes.ts': `app.route({ ...routeOptions('user-profile-information.update'), handler() {} })`,
    'app/two/routes.ts': `app.route({ ...machineEndpoint('api.user.update'), handler() {} })`,
    'app/three/routes.ts': `app.route({ ...routeOptions('logout'), handler: () => rateLimitChange(app) })`,
  },
)

checkRule('no regular expression can backtrack catastrophically (1.3.12)', catastrophicRegexes, {
  'app/one/one.ts': 'const one = /^(a+)+$/',
  'app/two/two.ts': 'const two = /(?:x*y)*/',
  'app/three/three.ts': 'const three = /((\\w+)-)*/',
  'packages/four/four.ts': 'const four = /(a|aa)+/',
  'packages/five/five.ts': 'const five = /(?<it>a{1,3}){2,}/',
})

test('finds the regular expressions in the code', () =>
  assert.ok(sourceTree.flatMap(regexesIn).length > 500))

checkRule('no comment or test title opens with a free "who" or "what"', freeRelatives, {
  'app/one/one.ts': '/** What the server sends. */',
  'app/two/two.ts': '/**\n * Sends it.\n *\n * @param it  What is sent\n */',
  'web/three.tsx': '// Whoever has the link.',
  'testing/four.ts': 'call() // Who asked for it',
  'app/five/five.test.ts': "test('who asks gets it', () => {})",
})

checkRule('no rule is suppressed without a reason', unjustifiedSuppressions, {
  'app/one/one.ts': '// oxlint-disable-next-line no-console',
  'app/two/two.ts': '// @ts-expect-error',
})

test('`any`, `as` and `!` stay under 3 in 1,000 lines', (t) => {
  const { locations, perThousandLines, lines } = countTypeEscapes(sourceTree)
  t.diagnostic(`${locations.length} in ${lines} lines: ${perThousandLines.toFixed(2)} per 1,000`)
  assert.ok(perThousandLines < 3, locations.join('\n'))
})

test('counts `any`, `as` and `!`', () => {
  const tree = fakeTree({
    'app/one.ts': `let a: any\nb as string\nc!\nd as const\nlet e = f != g`,
  })
  assert.deepEqual(countTypeEscapes(tree).locations, [
    'app/one.ts:1 any',
    'app/one.ts:2 as',
    'app/one.ts:3 !',
  ])
})

/** Asserts that the source tree follows a rule, and that the rule finds the violations in made-up files. */
function checkRule(
  ruleName: string,
  rule: (tree: SourceTree) => string[],
  violatingFiles: Record<string, string>,
  expectedCount = Object.keys(violatingFiles).length,
): void {
  test(ruleName, () => assert.deepEqual(rule(sourceTree), []))
  test(`${ruleName}: violations are found`, () => {
    const found = rule(fakeTree(violatingFiles))
    assert.equal(found.length, expectedCount, found.join('\n'))
  })
}
