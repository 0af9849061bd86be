import { isBagName } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app.ts'
import type { Flash } from '#app/pages.ts'

import { documentVersion } from './client-routes.ts'

/** The form of a page with several: named by the visit, or by the form's address when there is no script to make one. */
export function errorBagOf({ inertia, query }: FastifyRequest): string | undefined {
  if (inertia.errorBag !== null) return inertia.errorBag
  const hasBagParameter = typeof query === 'object' && query !== null && '_error_bag' in query
  const bag = hasBagParameter ? String(query._error_bag) : ''
  return isBagName(bag) ? bag : undefined
}

/**
 * What a refused form is filled with again: nothing where the page is still open and keeps it by
 * itself, the harmless fields where a new document takes its place, without script or after a
 * deployment.
 */
export function oldInput(
  app: App,
  request: FastifyRequest,
): Pick<Flash, 'oldInput' | 'oldInputBag'> {
  const { isVisit, version } = request.inertia
  if (isVisit && version === documentVersion(app, request)) return {}
  const bag = errorBagOf(request)
  return { oldInput: nonSecretFields(request.body), ...(bag && { oldInputBag: bag }) }
}

const maxFieldLength = 300

function nonSecretFields(body: unknown): Record<string, string> {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {})
  return Object.fromEntries(
    fields.filter(
      ([name, value]) =>
        !/pass|token|secret|code/i.test(name) &&
        typeof value === 'string' &&
        value.length <= maxFieldLength,
    ),
  )
}
