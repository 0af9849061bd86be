import assert from 'node:assert/strict'
import test from 'node:test'

import type { ErrorMessages } from '@foyer/inertia'
import type { FastifyError, FastifyRequest } from 'fastify'

import { requestedErrors } from './core/precognition.ts'
import { TestServer } from './testing/test-server.ts'

const formSchema = {
  type: 'object',
  required: ['name', 'email'],
  properties: { name: { type: 'string', minLength: 1 }, email: { type: 'string', pattern: '@' } },
}

/** A form with live validation, on a site whose error handler reports its messages. */
function signUpServer() {
  const entered: string[] = []
  const site = new TestServer()
    .configure((app) => {
      app.setErrorHandler((error: FastifyError, request, reply) => {
        if (error.validation && request.inertia.isPrecognition) {
          return reply.precognitionErrors(fieldMessages(error), 'Please look again.')
        }
        return reply.code(error.statusCode ?? 500).send({ message: error.message })
      })
    })
    .routes((app) => {
      const schema = { body: formSchema }
      const config = { precognition: true } as const
      app.post('/users', { schema, config, preHandler: guard }, async (_request, reply) => {
        entered.push('handler')
        return reply.flash({ banner: 'Welcome.' }).redirect('/')
      })
      app.delete('/users', { config }, async () => entered.push('delete'))
      app.post('/plain', async () => entered.push('plain'))
      app.get('/', (_request, reply) => reply.page('Home'))
    })
  return { site, entered }
}

async function guard(request: FastifyRequest) {
  const status = Number(request.headers['x-refuse'])
  if (status) throw Object.assign(new Error('Refused'), { statusCode: status })
}

function fieldMessages(error: FastifyError): Record<string, ErrorMessages> {
  const found = (error.validation ?? []).map(({ instancePath, params, message }) => [
    instancePath.slice(1) || String(params.missingProperty),
    message ?? '',
  ])
  return Object.fromEntries(found)
}

function validate(site: TestServer, payload: object, headers: Record<string, string> = {}) {
  return site.inject({
    method: 'POST',
    url: '/users',
    payload,
    headers: { precognition: 'true', accept: 'application/json', ...headers },
  })
}

test('a valid form gets 204, and its handler is not called', async () => {
  const { site, entered } = signUpServer()
  const answer = await validate(site, { name: 'Ada', email: 'ada@site.test' })

  assert.equal(answer.statusCode, 204)
  assert.equal(answer.headers.precognition, 'true')
  assert.equal(answer.headers['precognition-success'], 'true')
  assert.equal(answer.headers.vary, 'X-Inertia, Precognition')
  assert.equal(answer.body, '')
  assert.deepEqual([entered, site.flashWrites], [[], []])
})

test('an invalid form gets 422 with lists of messages', async () => {
  const answer = await validate(signUpServer().site, { name: 'Ada', email: 'ada' })

  assert.equal(answer.statusCode, 422)
  assert.equal(answer.headers.precognition, 'true')
  assert.equal(answer.headers['precognition-success'], undefined)
  assert.equal(answer.headers.vary, 'X-Inertia, Precognition')
  assert.deepEqual(answer.json(), {
    message: 'Please look again.',
    errors: { email: ['must match pattern "@"'] },
  })
})

test('only the requested fields count', async () => {
  const { site } = signUpServer()
  const bad = { name: 'Ada', email: 'ada' }
  const ask = (fields: string) => validate(site, bad, { 'precognition-validate-only': fields })

  assert.equal((await ask('name')).statusCode, 204)
  assert.equal((await ask('name, email')).statusCode, 422)
  assert.equal((await ask('nothing,__proto__')).statusCode, 204)
})

test('a star matches one segment of a field name', () => {
  const errors = {
    'items.0.name': 'a',
    'items.0.tags.1': 'b',
    items: 'c',
    'items.x.name': ['d', 'e'],
  }

  assert.deepEqual(requestedErrors(errors, ['items.*.name']), {
    'items.0.name': ['a'],
    'items.x.name': ['d', 'e'],
  })
  assert.deepEqual(requestedErrors(errors, ['items.*.tags.*', 'items']), {
    'items.0.tags.1': ['b'],
    items: ['c'],
  })
  assert.deepEqual(Object.keys(requestedErrors(errors, null)), Object.keys(errors))
})

test('every response is marked as a live validation, whatever its status', async () => {
  const { site } = signUpServer()
  const valid = { name: 'Ada', email: 'ada@site.test' }
  const statuses = ['401', '403', '404', '409', '419', '422', '423', '429', '500']
  const answers = await Promise.all(
    statuses.map((status) => validate(site, valid, { 'x-refuse': status })),
  )

  assert.deepEqual(
    answers.map((answer) => String(answer.statusCode)),
    statuses,
  )
  assert.deepEqual(new Set(answers.map((answer) => answer.headers.precognition)), new Set(['true']))
})

test('responses to malformed JSON and unknown paths are marked too', async () => {
  const { site } = signUpServer()
  const headers = { precognition: 'true', 'content-type': 'application/json' }
  const malformed = await site.inject({ method: 'POST', url: '/users', payload: '{', headers })
  const unknown = await site.inject({ method: 'POST', url: '/nowhere', payload: '{}', headers })

  assert.deepEqual([malformed.statusCode, malformed.headers.precognition], [400, 'true'])
  assert.deepEqual([unknown.statusCode, unknown.headers.precognition], [404, 'true'])
})

test('a form that announces JSON and sends none is an empty form', async () => {
  const { site, entered } = signUpServer()
  const headers = { precognition: 'true', 'content-type': 'application/json' }
  const answer = await site.inject({ method: 'DELETE', url: '/users?name=Ada', headers })

  assert.equal(answer.statusCode, 204)
  assert.deepEqual(entered, [])
})

test('a route without live validation rejects it instead of executing', async () => {
  const { site, entered } = signUpServer()
  const answer = await site.inject({
    method: 'POST',
    url: '/plain',
    headers: { precognition: 'true' },
  })

  assert.equal(answer.statusCode, 400)
  assert.equal(answer.headers.precognition, undefined)
  assert.deepEqual(entered, [])
})

test('a live validation consumes no flash data', async () => {
  const { site } = signUpServer()
  site.storedFlash.set('undefined', { flash: { banner: 'Saved.' } })
  await validate(site, { name: 'Ada', email: 'ada@site.test' })

  assert.deepEqual((await site.page('/')).flash, { banner: 'Saved.' })
})

test('a real submission is unchanged except for Vary', async () => {
  const { site, entered } = signUpServer()
  const payload = { name: 'Ada', email: 'ada@site.test' }
  const answer = await site.visit('/users', {}, { method: 'POST', payload })

  assert.equal(answer.statusCode, 303)
  assert.equal(answer.headers.precognition, undefined)
  assert.equal(answer.headers.vary, 'X-Inertia, Precognition')
  assert.deepEqual(entered, ['handler'])
})
