import assert from 'node:assert/strict'
import test from 'node:test'

import type { PageArguments, SharedInput } from './core/prop-types.ts'
import { always, defer, merge, once, optional, scroll } from './core/props.ts'

interface Note {
  id: number
  text: string
}

interface Shared {
  errors: Record<string, string>
  auth: { user: string | null }
}

interface Pages {
  Home: object
  Notes: {
    notes: Note[]
    owner: { name: string; born: string | null }
    total?: number
    isOpen: boolean
  }
}

/** The methods of a reply, for the pages above instead of the registered ones. */
interface Reply {
  page<Name extends keyof Pages>(name: Name, ...rest: PageArguments<Name, Pages, Shared>): void
  share(props: SharedInput<Shared>): void
}

const owner = { name: 'Ada', born: null }
const notes: Note[] = []
const scrollPage = { previousPage: null, nextPage: null, currentPage: 1 }

function compiles(reply: Reply) {
  reply.page('Home')
  reply.page('Home', {}, { status: 404 })
  reply.page('Notes', { notes, owner, isOpen: true })
  reply.page('Notes', { notes: () => notes, owner: async () => owner, isOpen: () => false })
  reply.page('Notes', {
    notes: merge(notes),
    owner: once(() => owner),
    isOpen: always(true),
    total: defer(() => 2),
  })
  reply.page('Notes', {
    notes: merge(async () => notes),
    owner: { name: () => 'Ada', born: null },
    isOpen: true,
  })
  reply.page('Notes', {
    notes: (it) => [{ id: 1, text: it.url }],
    owner,
    isOpen: true,
    total: optional(() => 1),
  })
  reply.page('Notes', { notes, owner, isOpen: true, errors: { name: 'No' } })
  reply.page('Notes', { notes, owner, isOpen: true, 'auth.badge': 1 })
  reply.share({ auth: () => ({ user: null }) })
}

function doesNotCompile(reply: Reply) {
  // @ts-expect-error an unknown page
  reply.page('Nowhere')
  // @ts-expect-error props are missing altogether
  reply.page('Notes')
  // @ts-expect-error one prop is missing
  reply.page('Notes', { notes, owner })
  // @ts-expect-error a prop the page does not have
  reply.page('Notes', { notes, owner, isOpen: true, isShut: false })
  // @ts-expect-error a prop of another type
  reply.page('Notes', { notes, owner, isOpen: 'yes' })
  // @ts-expect-error a nested prop of another type
  reply.page('Notes', { notes, owner: { name: 'Ada', born: 1815 }, isOpen: true })
  // @ts-expect-error a closure of another type
  reply.page('Notes', { notes: () => [1], owner, isOpen: true })
  // @ts-expect-error a prop kind of another type
  reply.page('Notes', { notes: merge([1]), owner, isOpen: true })
  // @ts-expect-error a scroll prop of another type
  reply.page('Notes', { notes: scroll({ data: notes }, scrollPage), owner, isOpen: true })
  // @ts-expect-error a deferred prop that the page requires
  reply.page('Notes', { notes: defer(() => notes), owner, isOpen: true })
  // @ts-expect-error an optional prop that the page requires
  reply.page('Notes', { notes, owner: optional(() => owner), isOpen: true })
  // @ts-expect-error a shared prop of another type
  reply.share({ auth: { user: 1 } })
}

test('a page with a wrong name or wrong props does not compile', () => {
  assert.equal(compiles.length + doesNotCompile.length, 2)
})
