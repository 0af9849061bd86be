import { isBagName } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import type { Flash } from '#app/pages.ts'

import { documentVersion } from './client-routes.ts'

/** The error bag of the submitted form: from the visit's header, or from the query of a form sent without script. */
export function errorBagOf({ inertia, query }: FastifyRequest): string | undefined {
  if (inertia.errorBag !== null) return inertia.errorBag
  const hasBagParameter = typeof query === 'object' && query !== null && '_error_bag' in query
  const bag = hasBagParameter ? String(query._error_bag) : ''
  return isBagName(bag) ? bag : undefined
}

/**
 * Old input for a rejected form, without secrets. Empty for a visit, which keeps its form state, unless a new version forces a
 * full page load.
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
