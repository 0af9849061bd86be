import type { Translator } from '@foyer/i18n'

import type { Attribute } from '#app/attributes.ts'
import { type Route, routes } from '#app/routes.ts'

import {
  commonErrors,
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpointsWith,
} from './account-api-endpoints.ts'
import {
  describeType,
  exampleOf,
  innerObject,
  type JsonSchema,
  toJsonSchema,
} from './json-schema.ts'
import type { ApiEndpoint, ApiField } from './pages.ts'

/** Every endpoint as the API reference shows it. @param origin  of the server, for the examples */
export function referenceEndpoints(
  t: Translator,
  { origin, attributes }: { origin: string; attributes: readonly Attribute[] },
): ApiEndpoint[] {
  const endpoints = endpointsWith(attributes)
  return endpointNames.map((name) => describeEndpoint(t, { name, ...endpoints[name] }, origin))
}

function describeEndpoint(
  t: Translator,
  { name, ...endpoint }: Endpoint & { name: EndpointName },
  origin: string,
): ApiEndpoint {
  const { method, path, permission }: Route = routes[name]
  const { summary, description, schema, statuses, bodyExample } = endpoint
  const { params, querystring, body, response } = schema
  const bodySchema = body && toJsonSchema(body, 'input')
  const answerSchema = response[200] && toJsonSchema(response[200], 'output')
  const inputs = [params, querystring].flatMap((each) => (each ? toJsonSchema(each, 'input') : []))
  return {
    id: name.replace('api.', '').replace('.', '-'),
    title: t(summary),
    description: t(description),
    method,
    path,
    permission: permission ?? '',
    parameters: inputs.flatMap((each) => fields(t, each)),
    body: bodySchema ? fields(t, bodySchema) : [],
    answer: answerSchema ? fields(t, answerSchema) : [],
    requestExample: curlCommand(method, origin + path, bodyExample),
    answerStatus: answerSchema ? '200' : '204',
    answerExample: answerSchema ? JSON.stringify(exampleOf(answerSchema), null, 2) : null,
    errors: Object.entries(statuses)
      .filter(([status]) => Number(status) >= 400 && !(status in commonErrors))
      .map(([status, meaning]) => [status, t(meaning)]),
  }
}

function fields(t: Translator, { properties = {}, required }: JsonSchema, prefix = ''): ApiField[] {
  return Object.entries(properties).map(([key, schema]) => {
    const inner = innerObject(schema)
    const name = prefix + key
    return {
      name,
      type: describeType(schema),
      meaning: schema.description ? t(schema.description) : '',
      isRequired: required?.includes(key) ?? false,
      fields: inner ? fields(t, inner, `${name}${schema.items ? '[]' : ''}.`) : [],
    }
  })
}

function curlCommand(method: string, url: string, body: object | undefined): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${url.replace(/\{\w+\}/, '$ID')}`,
    '-H "Authorization: Bearer $FOYER_TOKEN"',
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
  ].join(' \\\n  ')
}

export function errorExample(t: Translator) {
  const message = t('Enter a name.')
  return { message, errors: { name: [message] } }
}
