import { isBagName } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { documentVersion } from '#app/http/route-tables.ts'
import type { Flash } from '#app/pages.ts'

/** The form of a page with several: named by the visit, or by the form's address when there is no script to make one. */
export function bagOf({ inertia, query }: FastifyRequest): string | undefined {
  if (inertia.errorBag !== null) return inertia.errorBag
  const named = typeof query === 'object' && query !== null && '_error_bag' in query
  const bag = named ? String(query._error_bag) : ''
  return isBagName(bag) ? bag : undefined
}

/**
 * What a refused form is filled with again: nothing where the page is still open and keeps it by
 * itself, the harmless fields where a new document takes its place, without script or after a
 * deployment.
 */
export function typedAgain(app: App, request: FastifyRequest): Pick<Flash, 'typed' | 'typedIn'> {
  const { isVisit, version } = request.inertia
  if (isVisit && version === documentVersion(app, request)) return {}
  const bag = bagOf(request)
  return { typed: harmlessFields(request.body), ...(bag && { typedIn: bag }) }
}

const longestKept = 300

function harmlessFields(body: unknown): Record<string, string> {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {})
  return Object.fromEntries(
    fields.filter(
      ([name, value]) =>
        !/pass|token|secret|code/i.test(name) &&
        typeof value === 'string' &&
        value.length <= longestKept,
    ),
  )
}
