import assert from 'node:assert/strict'
import { test } from 'node:test'

import { escapes, longFiles, longFunctions, silenced } from './architecture/budgets.ts'
import { circles, wrongDirections, wrongPaths } from './architecture/directions.ts'
import { type House, madeUpHouse, readHouse } from './architecture/house.ts'
import {
  pageNames,
  pagesAstray,
  routeNames,
  routesAstray,
  vagueNames,
} from './architecture/names.ts'
import { endlessPatterns, patternsIn } from './architecture/patterns.ts'
import {
  judgesOfPasswords,
  otherClocks,
  otherWaysToUseUp,
  rewrittenEvents,
  uncheckedInputs,
} from './architecture/safety.ts'
import { sqlInRoutes, unboundValues } from './architecture/sql.ts'

const house = readHouse(process.cwd())

test('the whole house was read', (t) => {
  assert.ok(house.length > 100)
  assert.ok(house.flatMap(({ imports }) => imports).length > 300)
  assert.ok(pageNames(house).includes('Dashboard'))
  assert.ok(routeNames(house).includes('login.store'))
  t.diagnostic(`read ${house.length} files`)
})

holds('imports follow the table of directions', wrongDirections, {
  'app/pages.ts': `import type { z } from 'zod'`,
  'app/platform/db/migrations/001-start.ts': `import type { Schema } from '#app/platform/db/schema.ts'`,
  'app/platform/clock.ts': `import Fastify from 'fastify'`,
  'app/platform/ids.ts': `export { login } from '#app/sign-in/sign-in.ts'`,
  'app/http/session.ts': `const { login } = await import('#app/sign-in/sign-in.ts')`,
  'app/sign-in/sign-in.ts': `import { session } from '#app/http/session.ts'`,
  'app/sign-in/refusals.ts': `import { inner } from '#app/registration/inner.ts'`,
  'app/registration/routes.ts': `type A = import('#app/sign-in/refusals.ts').A`,
  'web/browser.tsx': `import { readConfig } from '#app/platform/config.ts'`,
  'packages/inertia/plugin.ts': `import { routes } from '../../app/routes.ts'`,
})

holds(
  'features form no circle',
  circles,
  {
    'app/one/one.ts': `import { two } from '#app/two/two.ts'`,
    'app/two/two.ts': `import { three } from '#app/three/three.ts'`,
    'app/three/three.ts': `import { one } from '#app/one/one.ts'`,
  },
  1,
)

holds('no path climbs, leaves the repository, lacks its ending or leads to a barrel', wrongPaths, {
  'app/one/one.ts': `import { two } from '../two/two.ts'`,
  'app/two/two.ts': `import { passwd } from '/etc/passwd.ts'`,
  'app/two/three.ts': `import { two } from './two'`,
  'app/one/index.ts': `export * from './one.ts'`,
})

holds('no file is longer than 200 lines', longFiles, { 'app/one/one.ts': 'one()\n'.repeat(201) })

holds('no function is longer than 60 lines', longFunctions, {
  'app/one/one.ts': `function one() {\n${'two()\n'.repeat(60)}}`,
  'web/Pages/One.tsx': `const One = () => (<p>${'\n'.repeat(60)}</p>)`,
})

holds('every page name has a file and every page file a name', pagesAstray, {
  'app/pages.ts': `export interface Pages { 'Auth/Login': object }`,
  'web/Pages/Profile/Show.tsx': '',
})

holds(
  'every route is in the table and mounted',
  routesAstray,
  {
    'app/routes.ts': `export const routes = { home: {}, login: {} } as const satisfies object`,
    'app/home/routes.ts': `at('login'); route('nowhere')`,
  },
  2,
)

holds('names say what is inside', vagueNames, {
  'app/one/utils.ts': '',
  'app/one/welcome.mail.tsx': '',
  'app/one/one.ts': 'export default 1',
})

holds('no value becomes SQL text', unboundValues, {
  'app/one/one.ts': `import { sql } from 'kysely'; sql.raw(text)`,
  'app/two/two.ts': `import { sql } from 'kysely'; sql.ref(request.body.column)`,
  'app/three/three.ts': `import type { Db } from 'kysely'; eb.ref('data', '->').key(name)`,
})

holds('routes.ts speaks no SQL', sqlInRoutes, {
  'app/one/routes.ts': `app.db.selectFrom('users')`,
  'app/two/routes.ts': `import { sql } from 'kysely'`,
})

holds('the server asks one clock, and nothing sets it (TT-01)', otherClocks, {
  'app/one/one.ts': `const now = Date.now()`,
  'packages/two/two.ts': `const today = new Date()`,
  'app/time-travel/go.ts': `app.clock.now = () => request.body.at`,
})

holds('no server judges the strength of a password (PAR-15)', judgesOfPasswords, {
  'app/one/one.ts': `import { ZxcvbnFactory } from '@zxcvbn-ts/core'`,
  'web/Pages/Two.tsx': `import { passwordScore } from '#web/parts/password-score.ts'`,
})

holds(
  'what stands in the record is written in one place and changed in none (LGX-03)',
  rewrittenEvents,
  {
    'app/one/one.ts': `tx.insertInto('events')`,
    'app/two/two.ts': `tx.updateTable('events').set({ ip: null })`,
    'app/three/three.ts': `tx.deleteFrom('events')`,
  },
)

holds('what counts once is used up in the ways that were proved (R1)', otherWaysToUseUp, {
  'app/one/one.ts': `tx.deleteFrom('recovery_codes').where('id', '=', id)`,
  'app/two/two.ts': `tx.updateTable('one_time_tokens').set({ used: 1 })`,
  'app/three/three.ts': `tx.insertInto('webauthn_challenges').values(it)`,
  'app/four/four.ts': `tx.updateTable('users').set({ two_factor_last_step: step })`,
})

holds('what a route reads of a request has a schema (2.2.1)', uncheckedInputs, {
  'app/one/routes.ts': `app.route({ ...at('one'), handler: (request) => save(request.body) })`,
  'app/two/routes.ts': `app.route({ ...at('two'), schema: { body: It }, handler: ({ query }, reply) => say(query) })`,
  'app/three/routes.ts': `app.route({ ...at('three'), handler(request) { const { params } = request } })`,
})

holds('no pattern searches for longer than anyone waits (1.3.12)', endlessPatterns, {
  'app/one/one.ts': 'const one = /^(a+)+$/',
  'app/two/two.ts': 'const two = /(?:x*y)*/',
  'app/three/three.ts': 'const three = /((\\w+)-)*/',
  'packages/four/four.ts': 'const four = /(a|aa)+/',
  'packages/five/five.ts': 'const five = /(?<it>a{1,3}){2,}/',
})

test('patterns are seen', () => assert.ok(house.flatMap(patternsIn).length > 500))

holds('no rule is silenced without a reason', silenced, {
  'app/one/one.ts': '// oxlint-disable-next-line no-console',
  'app/two/two.ts': '// @ts-expect-error',
})

test('`any`, `as` and `!` stay under 3 in 1,000 lines', (t) => {
  const { places, perThousandLines, lines } = escapes(house)
  t.diagnostic(`${places.length} in ${lines} lines: ${perThousandLines.toFixed(2)} per 1,000`)
  assert.ok(perThousandLines < 3, places.join('\n'))
})

test('`any`, `as` and `!` are counted', () => {
  const made = madeUpHouse({
    'app/one.ts': `let a: any\nb as string\nc!\nd as const\nlet e = f != g`,
  })
  assert.deepEqual(escapes(made).places, ['app/one.ts:1 any', 'app/one.ts:2 as', 'app/one.ts:3 !'])
})

/** A rule holds in our house, and finds what is wrong with each file of a house made up to break it. */
function holds(
  promise: string,
  rule: (house: House) => string[],
  broken: Record<string, string>,
  expected = Object.keys(broken).length,
): void {
  test(promise, () => assert.deepEqual(rule(house), []))
  test(`${promise}: it would be noticed`, () => {
    const found = rule(madeUpHouse(broken))
    assert.equal(found.length, expected, found.join('\n'))
  })
}
