import { createTranslator, type Message } from '@foyer/i18n'

import { openApiDocument } from '#app/http/api/openapi.ts'
import type { App } from '#app/http/server/app-type.ts'

import { type Endpoint, endpointsWith, isEndpointName } from './account-api-endpoints.ts'

/** The document is in English only. */
const toEnglish = createTranslator(null, 'en')

/** Describes the endpoints that are registered after it as OpenAPI: see `app.swagger()`. */
export async function openapi(app: App): Promise<void> {
  const endpoints = endpointsWith(app.attributes)
  await openApiDocument(app, {
    decorator: 'swagger',
    title: `${app.config.appName} API`,
    description:
      'What a program can do with an account. Send an API token with each request. Create one on the "API tokens" page.',
    tokenDescription: 'An API token: `foyer_…`.',
    describe(routeName) {
      if (!isEndpointName(routeName)) return null
      const { summary, description, statuses }: Endpoint = endpoints[routeName]
      return {
        summary: toEnglish(summary),
        description: toEnglish(description),
        statuses: englishStatuses(statuses),
      }
    },
  })
}

function englishStatuses(statuses: Readonly<Record<number, Message>>): Record<number, string> {
  const entries = Object.entries(statuses).map(([status, text]) => [status, toEnglish(text)])
  return Object.fromEntries(entries)
}
