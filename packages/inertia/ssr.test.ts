import assert from 'node:assert/strict'
import test from 'node:test'

import type { InertiaOptions, Page } from '@foyer/inertia'
import { defer } from '@foyer/inertia'
import { pageOf } from '@foyer/inertia/testing'
import { createInertiaApp } from '@inertiajs/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

import { homePageServer, TestServer } from './testing/test-server.ts'

type Render = NonNullable<InertiaOptions['render']>

const Greeting = (props: { name: string }) => createElement('h1', null, `Hello ${props.name}`)

/** The client's own renderer, with one page. */
const render: Render = await clientRenderer()

async function clientRenderer(): Promise<Render> {
  const renderPage = (await createInertiaApp({
    resolve: (name) => {
      if (name !== 'Home') throw new Error('Page not found')
      return Greeting as never
    },
    title: (title) => (title ? `${title} - App` : 'App'),
  })) as unknown as (page: Page, render: typeof renderToString) => ReturnType<Render>
  return (page) => renderPage(page, renderToString)
}

test("a document carries what was rendered, and the page's script once", async () => {
  const answer = await homePageServer({ name: 'Ada' }, { render }).inject('/')

  assert.match(answer.body, /<div data-server-rendered="true" id="app"><h1>Hello Ada<\/h1><\/div>/)
  assert.equal(answer.body.match(/<script data-page="app"/g)?.length, 1)
  assert.equal(pageOf(answer).props.name, 'Ada')
})

test('what the renderer puts into the head arrives there', async () => {
  const titled: Render = () => ({ head: ['<title data-inertia>A</title>'], body: '<p>b</p>' })
  const answer = await homePageServer({}, { render: titled }).inject('/')

  assert.equal(answer.body, '<!doctype html><head><title data-inertia>A</title></head><p>b</p>')
})

test('the renderer sees what the browser will see', async () => {
  let seen: Page | undefined
  const spy: Render = (page) => {
    seen = page
    return { head: [], body: '' }
  }
  const props = {
    at: new Date(0),
    gone: undefined,
    later: defer(() => 1),
    deep: [{ at: () => new Date(0), gone: undefined, symbol: Symbol('x') }],
    numbers: [NaN, -Infinity, 1.5, -0, undefined, null],
    point: new (class {
      x = 1
      get y() {
        return 2
      }
    })(),
  }
  const answer = await homePageServer(props, { render: spy }).inject('/')

  assert.deepEqual(seen?.props, {
    errors: {},
    at: '1970-01-01T00:00:00.000Z',
    deep: [{ at: '1970-01-01T00:00:00.000Z' }],
    numbers: [null, null, 1.5, 0, null, null],
    point: { x: 1 },
  })
  assert.deepEqual(seen, JSON.parse(JSON.stringify(seen)))
  assert.equal(answer.statusCode, 200)
})

test('of what is flashed, too, the renderer sees what the browser will see', async () => {
  let seen: Page | undefined
  const spy: Render = (page) => {
    seen = page
    return { head: [], body: '' }
  }
  const site = new TestServer({ render: spy }).routes((app) => {
    app.get('/', (_request, reply) => {
      const values = { banner: { at: new Date(0), gone: undefined } }
      return reply.flash(values).page('Home', {})
    })
  })
  await site.inject('/')

  assert.deepEqual(seen?.flash, { banner: { at: '1970-01-01T00:00:00.000Z' } })
})

test('a page that cannot be rendered is left to the browser, and reported', async () => {
  const reports: string[] = []
  const onRenderError = (error: unknown) => void reports.push(String(error))
  const unknown = new TestServer({ render, onRenderError }).routes((app) => {
    app.get('/', (_request, reply) => reply.page('Missing', { a: 1 }))
  })
  const answer = await unknown.inject('/')

  assert.equal(answer.statusCode, 200)
  assert.match(answer.body, /<div id="app"><\/div>/)
  assert.equal(pageOf(answer).props.a, 1)
  assert.deepEqual(reports, ['Error: Page not found'])
})

test('a renderer that throws at once is treated alike', async () => {
  const render_: Render = () => {
    throw new Error('window is not defined')
  }

  assert.match(
    (await homePageServer({}, { render: render_ }).inject('/')).body,
    /<div id="app"><\/div>/,
  )
})

test('where it is to be noticed, a page that cannot be rendered is an error', async () => {
  const failing: Render = () => Promise.reject(new Error('window is not defined'))
  const answer = await homePageServer({}, { render: failing, throwRenderErrors: true }).inject('/')

  assert.equal(answer.statusCode, 500)
})

test('a page may be left to the browser on purpose, and visits never render', async () => {
  const never: Render = () => assert.fail('rendered')
  const site = new TestServer({ render: never, throwRenderErrors: true }).routes((app) => {
    app.get('/', (_request, reply) => reply.page('Home', {}, { ssr: false }))
  })

  assert.equal((await site.inject('/')).statusCode, 200)
  assert.equal(
    (await homePageServer({}, { render: never, throwRenderErrors: true }).visit('/')).statusCode,
    200,
  )
})

test('pages rendered at the same time do not see each other', async () => {
  const site = new TestServer({ render }).routes((app) => {
    app.get('/:name', async (request, reply) => {
      await new Promise(setImmediate)
      return reply.page('Home', { name: Object(request.params).name })
    })
  })
  const names = Array.from({ length: 20 }, (_, index) => `person ${index}`)
  const answers = await Promise.all(
    names.map((name) => site.inject(`/${encodeURIComponent(name)}`)),
  )

  assert.deepEqual(
    answers.map((answer) => /Hello ([^<]*)</.exec(answer.body)?.[1]),
    names,
  )
})
