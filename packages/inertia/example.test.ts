import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import type { FastifyInstance } from 'fastify'

import { assertPage, pageOf, visitHeaders } from './testing.ts'

const modules = fileURLToPath(import.meta.resolve('fastify')).replace(/(node_modules).*/s, '$1')
const strictOptions = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
const compilerOptions = [
  '--noEmit',
  '--module',
  'nodenext',
  '--target',
  'esnext',
  '--types',
  'node',
]
const importOptions = ['--allowImportingTsExtensions', '--skipLibCheck', '--erasableSyntaxOnly']

let folder: string
let example: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inertia-readme-'))
  await symlink(modules, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const readme = await readFile(new URL('./README.md', import.meta.url), 'utf8')
  example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? ''
})

after(() => rm(folder, { recursive: true }))

/** Compiles programs in a project that only installed the package. */
async function compilerErrors(programs: Record<string, string>): Promise<string> {
  const files = Object.entries(programs)
  await Promise.all(files.map(([name, program]) => writeFile(join(folder, name), program)))
  const { promise, resolve } = Promise.withResolvers<string>()
  const args = [...strictOptions, ...compilerOptions, ...importOptions, ...Object.keys(programs)]
  execFile(join(modules, '.bin/tsc'), args, { cwd: folder }, (_error, output) => resolve(output))
  return promise
}

test('the example in the README compiles; wrong names, props and flash in it do not', async () => {
  const output = await compilerErrors({
    'right.ts': example,
    'name.ts': example.replace("page('Home'", "page('Hom'"),
    'prop.ts': example.replace('{ name, visitors', '{ name: 1, visitors'),
    'flash.ts': example.replace("banner: 'Saved.'", "baner: 'Saved.'"),
    'shared.ts': example.replace("locale: 'en' })", 'locale: 1 })'),
  })

  assert.doesNotMatch(output, /right\.ts/)
  assert.match(output, /name\.ts.*"Hom"/)
  assert.match(output, /prop\.ts.*number/)
  assert.match(output, /flash\.ts.*baner/)
  assert.match(output, /shared\.ts/)
})

test('the example in the README runs as described', async () => {
  const file = join(folder, 'running.ts')
  await writeFile(file, example)
  const { app }: { app: FastifyInstance } = await import(file)
  const version = 'build 1'
  const headers = visitHeaders({ version })
  const saved = await app.inject({ method: 'PUT', url: '/name', payload: { name: 'Bob' }, headers })
  const { value = '' } = saved.cookies[0] ?? {}
  const home = await app.inject({ url: '/', headers, cookies: { flash: value } })
  const only = visitHeaders({ version, component: 'Home', only: ['visitors'] })

  assert.equal(saved.statusCode, 303)
  assert.deepEqual(assertPage(home, 'Home', { name: 'Bob' }).flash, { banner: 'Saved.' })
  assertPage(await app.inject({ url: '/', headers: only }), 'Home', { visitors: 42 })
  assert.equal(pageOf(await app.inject('/')).component, 'Home')
  assertPage(await app.inject('/nowhere'), 'Error', { status: 404, name: undefined })
})
