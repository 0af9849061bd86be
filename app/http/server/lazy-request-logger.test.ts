import assert from 'node:assert/strict'
import { test } from 'node:test'

import Fastify, { LogController } from 'fastify'
import { pino } from 'pino'

import { lazyRequestLoggers } from './lazy-request-logger.ts'

function appWithLogLines() {
  const lines: string[] = []
  let made = 0
  const log = pino(
    { base: null, timestamp: false, onChild: () => made++ },
    { write: (line) => lines.push(line) },
  )
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ url }) => `of ${url}`,
  })
  lazyRequestLoggers(app)
  const before = made
  return { app, said: () => lines.map((line) => JSON.parse(line)), made: () => made - before }
}

test("a request's log has its id on every line, and so has what is made from it", async () => {
  const { app, said } = appWithLogLines()
  app.get('/told', ({ log }) => {
    log.info('told')
    log.child({ part: 'photo' }).child({ size: 3 }).error('failed')
    return ''
  })

  await app.inject('/told')

  assert.deepEqual(said(), [
    { level: 30, reqId: 'of /told', msg: 'told' },
    { level: 50, reqId: 'of /told', part: 'photo', size: 3, msg: 'failed' },
  ])
})

test("a request's log keeps to its route's level until it is given another", async () => {
  const { app, said } = appWithLogLines()
  app.get('/quiet', { logLevel: 'silent' }, ({ log }) => {
    log.fatal('unheard')
    log.level = 'debug'
    log.debug('heard')
    return log.level
  })

  const answer = await app.inject('/quiet')

  assert.equal(answer.body, 'debug')
  assert.deepEqual(said(), [{ level: 20, reqId: 'of /quiet', msg: 'heard' }])
})

test('a request that says nothing has no log made for it, and one that says two things has one', async () => {
  const { app, made } = appWithLogLines()
  app.get('/silent', () => '')
  app.get('/told', ({ log }) => {
    log.info('one')
    log.info('two')
    return ''
  })

  await app.inject('/silent')
  assert.equal(made(), 0)
  await app.inject('/told')
  assert.equal(made(), 1)
})
