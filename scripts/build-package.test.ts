import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const packages = ['channels', 'i18n', 'inertia', 'named-routes']
const isOffline = /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENOTCACHED/

let folder: string
let app: string
let whyNotInstalled: string | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'))
  app = join(folder, 'app')
  await mkdir(app)
  await writeFile(join(app, 'package.json'), '{"private":true,"type":"module"}')
  await copyWorkspace(join(folder, 'workspace'))
  await Promise.all(packages.map(pack))
  await install().catch((error: Error) => {
    if (!isOffline.test(error.message) || process.env['REQUIRE_SERVICES'] === '1') throw error
    whyNotInstalled = 'The registry does not answer.'
  })
})

after(() => rm(folder, { recursive: true, force: true }))

/** Copies the workspace, because packing replaces package.json for a moment, and other tests run from it. */
async function copyWorkspace(workspace: string): Promise<void> {
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path))
  await cp(join(root, 'packages'), join(workspace, 'packages'), {
    recursive: true,
    filter: isSource,
  })
  await cp(join(root, 'scripts/build-package.ts'), join(workspace, 'scripts/build-package.ts'))
  await cp(join(root, 'tsconfig.json'), join(workspace, 'tsconfig.json'))
  await symlink(join(root, 'node_modules'), join(workspace, 'node_modules'))
}

async function pack(name: string): Promise<void> {
  const cwd = join(folder, 'workspace/packages', name)
  await run('npm', ['pack', '--silent', '--pack-destination', app], { cwd })
}

/** Installs the versions of the workspace, which npm has in its cache. */
async function install(): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  )
  const versions = { ...dependencies, ...devDependencies }
  const tarballs = packages.map((name) => `./foyer-${name}-0.1.0.tgz`)
  const others = ['fastify', '@fastify/cookie', '@types/node', 'typescript'].map(
    (name) => `${name}@${versions[name]}`,
  )
  const compilers = ['typescript-5@npm:typescript@5.9.3', 'typescript-6@npm:typescript@6.0.3']
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...options, ...tarballs, ...others, ...compilers], { cwd: app })
}

async function readmeExample(name: string): Promise<string> {
  const readme = await readFile(join(root, 'packages', name, 'README.md'), 'utf8')
  return /```ts\n(.*?)```/s.exec(readme)?.[1] ?? ''
}

async function runProgram(name: string, program: string): Promise<string> {
  await writeFile(join(app, name), program)
  const { stdout } = await run(process.execPath, [name], { cwd: app })
  return stdout
}

/** Turns `expression // value` into an assertion. */
function withAssertions(example: string): string {
  const asserted = example.replace(/^(\S.*) \/\/ (.+)$/gm, 'assert.deepEqual($1, $2)')
  return `import assert from 'node:assert/strict'\n${asserted}console.log('done')\n`
}

for (const name of packages)
  test(`${name} is packed as JavaScript and declarations, with its licence and changes`, async () => {
    const { stdout } = await run('tar', ['tzf', `foyer-${name}-0.1.0.tgz`], { cwd: app })
    const files = stdout
      .trim()
      .split('\n')
      .map((file) => file.replace(/^package\//, ''))
    const others = files.filter((file) => !/^dist\/.+\.(js|d\.ts)$/.test(file))

    assert.deepEqual(others.toSorted(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
    assert.ok(files.includes('dist/index.js') && files.includes('dist/index.d.ts'))
    assert.ok(!files.some((file) => file.includes('.test.')))
  })

for (const name of ['named-routes', 'i18n'])
  test(`the example in the README of ${name} gives what it says, once installed`, async (t) => {
    if (whyNotInstalled !== undefined) return t.skip(whyNotInstalled)
    const example = withAssertions(await readmeExample(name))
    assert.ok(example.split('assert.deepEqual').length > 5)
    assert.equal(await runProgram(`${name}-asserted.ts`, example), 'done\n')
  })

test('the example in the README of inertia answers with its page, once installed', async (t) => {
  if (whyNotInstalled !== undefined) return t.skip(whyNotInstalled)
  await writeFile(join(app, 'inertia.ts'), await readmeExample('inertia'))
  const output = await runProgram(
    'inertia-client.ts',
    `import { assertPage, loadDeferred } from '@foyer/inertia/testing'
    import { app } from './inertia.ts'
    const page = await app.inject('/')
    assertPage(page, 'Home', { name: 'Ada', visitors: undefined })
    assertPage(await loadDeferred(app, page), 'Home', { visitors: 42 })
    console.log((await app.inject({ method: 'PUT', url: '/name', payload: { name: 'Bob' } })).statusCode)`,
  )
  assert.equal(output, '303\n')
})

test('the example in the README of channels delivers its event, once installed', async (t) => {
  if (whyNotInstalled !== undefined) return t.skip(whyNotInstalled)
  await writeFile(join(app, 'channels.ts'), await readmeExample('channels'))
  const output = await runProgram(
    'channels-client.ts',
    `import { app } from './channels.ts'
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = new WebSocket(address.replace('http', 'ws') + '/app/public-key?protocol=7')
    const channel_name = 'private-account.7'
    socket.onmessage = async ({ data: text }) => {
      const { event, data } = JSON.parse(text)
      if (event === 'pusher:connection_established') {
        const payload = new URLSearchParams({ channel_name, socket_id: JSON.parse(data).socket_id })
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const request = { method: 'POST', url: '/broadcasting/auth', headers, payload: String(payload) } as const
        const { auth } = (await app.inject(request)).json()
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: channel_name, auth } }))
      }
      if (event.endsWith('subscription_succeeded')) await app.inject({ method: 'POST', url: '/name' })
      if (event === 'changed') {
        console.log(JSON.parse(data).what)
        process.exit()
      }
    }`,
  )
  assert.equal(output, 'name\n')
})

const entriesProgram = `import { assertPage } from '@foyer/inertia/testing'
import { viteAssets } from '@foyer/inertia/vite'
import { negotiateLanguage } from '@foyer/i18n/negotiate'
import { pseudoTranslations } from '@foyer/i18n/pseudo'
export const version: string = viteAssets('manifest.json').version
export const language: string = negotiateLanguage('nl', ['en', 'nl'])
export { assertPage, pseudoTranslations }
`
const wrongPage = `
// @ts-expect-error the types must know the pages
app.get('/wrong', (_request, reply) => reply.page('Hom'))
`

for (const compiler of ['typescript-5', 'typescript-6', 'typescript'])
  test(`all examples and exports compile with ${compiler}, without special options`, async (t) => {
    if (whyNotInstalled !== undefined) return t.skip(whyNotInstalled)
    await writeFile(join(app, 'entries-typed.ts'), entriesProgram)
    for (const name of packages) {
      const example = await readmeExample(name)
      await writeFile(
        join(app, `${name}-typed.ts`),
        example + (name === 'inertia' ? wrongPage : ''),
      )
    }

    const files = ['entries', ...packages].map((name) => `${name}-typed.ts`)
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023']
    const program = join(app, 'node_modules', compiler, 'bin/tsc')
    const compiling = run(process.execPath, [program, ...options, ...files], { cwd: app })
    assert.equal(
      await compiling.then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      ),
      '',
    )
  })
