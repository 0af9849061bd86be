import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'

const secret = 'c4n4ry-c4n4ry-c4n4ry-c4n4ry-c4n4ry-c4n4ry-x'

test('a request is logged with method, path, IP address and id, without secrets', async () => {
  const lines = await logLinesOf(`
    app.get('/reset-password/:token', () => 'ok')
    await app.inject({
      url: '/reset-password/${secret}?email=ada@example.com&token=${secret}',
      headers: { cookie: 'session=${secret}', authorization: 'Bearer ${secret}', 'x-xsrf-token': '${secret}' },
    })`)

  assert.equal(lines.length, 2)
  assert.partialDeepStrictEqual(lines[0], {
    req: { method: 'GET', path: '/reset-password/[hidden]', ip: '127.0.0.1' },
  })
  assert.equal(lines[1]?.['res']?.statusCode, 200)
  assert.equal(typeof lines[0]?.['reqId'], 'string')
  assert.doesNotMatch(JSON.stringify(lines), /c4n4ry|ada@/)
})

test('redacts secrets by their property names at any depth', async () => {
  const lines = await logLinesOf(`
    app.log.info({
      password: 'canary', password_confirmation: 'canary', current_password: 'canary',
      token: 'canary', headers: { 'set-cookie': ['canary'], Authorization: 'canary' },
      a: { b: [{ recovery_code: 'canary', payload_sealed: 'canary' }] }, kept: { name: 'Ada' },
    }, 'form')`)

  assert.doesNotMatch(JSON.stringify(lines), /canary/)
  assert.deepEqual(lines[0]?.['kept'], { name: 'Ada' })
})

test('redacts text that looks like a secret anywhere in the line', async () => {
  const lines = await logLinesOf(`
    const error = new Error('no such row: ${secret}', { cause: new Error('${secret}') })
    app.log.error({ err: Object.assign(error, { row: 'canary', code: 'E1' }) }, 'about ${secret}')`)

  assert.doesNotMatch(JSON.stringify(lines), /c4n4ry|canary/)
  assert.partialDeepStrictEqual(lines[0], {
    msg: 'about [hidden]',
    err: { type: 'Error', code: 'E1', message: 'no such row: [hidden]' },
  })
  assert.match(lines[0]?.['err']?.stack ?? '', /at file:/)
})

test('no value can break a log line or control a terminal', async () => {
  const { out } = await runScript(`
    const evil = 'a\\n{"level":30,"msg":"made up"}\\r\\u001b[31m\\u009b2J\\u2028\\u202e\\u0085%s%n"}'
    app.log.info({ agent: evil }, evil)`)

  assert.equal(out.split('\n').length, 2)
  assert.doesNotMatch(out.trimEnd(), /[\p{Cc}\p{Zl}\u202e]/u)
  assert.match(JSON.parse(out).agent, /^a\n\{"level":30,"msg":"made up"\}\r.\[31m/)
})

test('every log entry is one line of JSON, truncated (LGX-01)', async () => {
  const { out } = await runScript(`
    const evil = '"}\\n\\0\\u001b[31m'.repeat(20_000)
    app.get('/*', () => 'ok')
    await app.inject({ url: '/' + encodeURIComponent(evil.slice(0, 5000)), headers: { 'user-agent': evil } })
    app.log.warn({ agent: evil, deep: [{ evil }], [evil.slice(0, 20)]: evil, err: new Error(evil) }, 'odd')`)
  const lines = out.trimEnd().split('\n')

  assert.equal(lines.length, 3)
  for (const line of lines) {
    assert.equal(typeof JSON.parse(line), 'object')
    assert.ok(line.length < 100_000)
    assert.doesNotMatch(line, /\p{Cc}/u)
  }
  assert.equal(JSON.parse(lines.at(-1) ?? '').agent.length, '… (160000 characters)'.length + 5000)
})

test('a full disk does not stop the process', async () => {
  const { status, problems } = await runScript(busyScript, openSync('/dev/full', 'w'))

  assert.equal(status, 0, problems)
  assert.match(problems, /still here/)
})

test('a closed stdout does not stop the process', async () => {
  const { status, problems } = await runScript(busyScript, 'hang up')

  assert.equal(status, 0, problems)
  assert.match(problems, /still here/)
})

const busyScript = `
  for (let i = 0; i < 50; i++) {
    app.log.info({}, 'x'.repeat(30))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  process.stderr.write('still here')`

interface Line {
  [name: string]: { statusCode?: number; stack?: string } | undefined
}

async function logLinesOf(script: string): Promise<Line[]> {
  const { out, problems } = await runScript(script)
  assert.equal(problems, '')
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Runs code in a separate process, with a Fastify application that uses our logger. */
async function runScript(body: string, stdout: number | 'pipe' | 'hang up' = 'pipe') {
  const script = `
    import Fastify from 'fastify'
    import { createLogger } from '#app/platform/lib/log.ts'
    const app = Fastify({ loggerInstance: createLogger({ logLevel: 'info', env: 'production' }) })
    ${body}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', stdout === 'hang up' ? 'pipe' : stdout, 'pipe'],
  })
  if (stdout === 'hang up') child.stdout?.destroy()
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.once('exit', resolve)
  const [out, problems, status] = await Promise.all([
    child.stdout && stdout === 'pipe' ? textOf(child.stdout) : '',
    child.stderr ? textOf(child.stderr) : '',
    ended,
  ])
  return { out, problems, status }
}
