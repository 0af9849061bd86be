import assert from 'node:assert/strict'
import { test } from 'node:test'

import Fastify, { LogController } from 'fastify'
import { pino } from 'pino'

import { lazyRequestLoggers } from './lazy-request-logger.ts'

function appWithLogLines() {
  const lines: string[] = []
  let createdCount = 0
  const log = pino(
    { base: null, timestamp: false, onChild: () => createdCount++ },
    { write: (line) => lines.push(line) },
  )
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ url }) => `of ${url}`,
  })
  lazyRequestLoggers(app)
  const before = createdCount
  return {
    app,
    logLines: () => lines.map((line) => JSON.parse(line)),
    createdCount: () => createdCount - before,
  }
}

test("a request's logger and its children include the request id on every line", async () => {
  const { app, logLines } = appWithLogLines()
  app.get('/logging', ({ log }) => {
    log.info('saved')
    log.child({ part: 'photo' }).child({ size: 3 }).error('failed')
    return ''
  })

  await app.inject('/logging')

  assert.deepEqual(logLines(), [
    { level: 30, reqId: 'of /logging', msg: 'saved' },
    { level: 50, reqId: 'of /logging', part: 'photo', size: 3, msg: 'failed' },
  ])
})

test("a request's logger uses the route's level until it is changed", async () => {
  const { app, logLines } = appWithLogLines()
  app.get('/quiet', { logLevel: 'silent' }, ({ log }) => {
    log.fatal('suppressed')
    log.level = 'debug'
    log.debug('logged')
    return log.level
  })

  const answer = await app.inject('/quiet')

  assert.equal(answer.body, 'debug')
  assert.deepEqual(logLines(), [{ level: 20, reqId: 'of /quiet', msg: 'logged' }])
})

test('the logger of a request is created on first use, and once', async () => {
  const { app, createdCount } = appWithLogLines()
  app.get('/silent', () => '')
  app.get('/logging', ({ log }) => {
    log.info('one')
    log.info('two')
    return ''
  })

  await app.inject('/silent')
  assert.equal(createdCount(), 0)
  await app.inject('/logging')
  assert.equal(createdCount(), 1)
})
