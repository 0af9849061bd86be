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

/** The client's renderer, with one page. */
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

test('a document contains the rendered page, and its script once', async () => {
  const response = await homePageServer({ name: 'Ada' }, { render }).inject('/')

  assert.match(
    response.body,
    /<div data-server-rendered="true" id="app"><h1>Hello Ada<\/h1><\/div>/,
  )
  assert.equal(response.body.match(/<script data-page="app"/g)?.length, 1)
  assert.equal(pageOf(response).props.name, 'Ada')
})

test('elements that the renderer puts into the head are in the document', async () => {
  const titled: Render = () => ({ head: ['<title data-inertia>A</title>'], body: '<p>b</p>' })
  const response = await homePageServer({}, { render: titled }).inject('/')

  assert.equal(response.body, '<!doctype html><head><title data-inertia>A</title></head><p>b</p>')
})

test('the renderer sees props as the browser will see them', async () => {
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
  const response = await homePageServer(props, { render: spy }).inject('/')

  assert.deepEqual(seen?.props, {
    errors: {},
    at: '1970-01-01T00:00:00.000Z',
    deep: [{ at: '1970-01-01T00:00:00.000Z' }],
    numbers: [null, null, 1.5, 0, null, null],
    point: { x: 1 },
  })
  assert.deepEqual(seen, JSON.parse(JSON.stringify(seen)))
  assert.equal(response.statusCode, 200)
})

test('the renderer sees flash values as the browser will see them', async () => {
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

test('a rendering error is reported, and the browser renders the page', async () => {
  const reports: string[] = []
  const onRenderError = (error: unknown) => void reports.push(String(error))
  const unknown = new TestServer({ render, onRenderError }).routes((app) => {
    app.get('/', (_request, reply) => reply.page('Missing', { a: 1 }))
  })
  const response = await unknown.inject('/')

  assert.equal(response.statusCode, 200)
  assert.match(response.body, /<div id="app"><\/div>/)
  assert.equal(pageOf(response).props.a, 1)
  assert.deepEqual(reports, ['Error: Page not found'])
})

test('a renderer that throws synchronously is handled alike', async () => {
  const failingRender: Render = () => {
    throw new Error('window is not defined')
  }

  assert.match(
    (await homePageServer({}, { render: failingRender }).inject('/')).body,
    /<div id="app"><\/div>/,
  )
})

test('throwRenderErrors makes a rendering error fail the request', async () => {
  const failing: Render = () => Promise.reject(new Error('window is not defined'))
  const response = await homePageServer({}, { render: failing, throwRenderErrors: true }).inject(
    '/',
  )

  assert.equal(response.statusCode, 500)
})

test('server rendering can be turned off per page, and visits never render', async () => {
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
  const responses = await Promise.all(
    names.map((name) => site.inject(`/${encodeURIComponent(name)}`)),
  )

  assert.deepEqual(
    responses.map((response) => /Hello ([^<]*)</.exec(response.body)?.[1]),
    names,
  )
})
