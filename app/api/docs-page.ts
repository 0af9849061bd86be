import type { Translator } from '@foyer/i18n'
import { z } from 'zod'

import type { Config } from '#app/platform/config/config.ts'
import { SafeHtml, safeHtml } from '#app/platform/lib/html.ts'
import { route } from '#app/platform/route.ts'
import { type Route, routes } from '#app/routes.ts'

import { type Endpoint, type EndpointName, endpointNames, endpoints } from './endpoints.ts'

interface DocsPageOptions {
  /** HTML of `<link rel="stylesheet">` elements. */
  styles: string
  theme: 'light' | 'dark' | null
  translator: Translator
}

/** Renders the API documentation as plain HTML, without session, script or page renderer: it is the same for everyone. */
export function docsPage(
  config: Pick<Config, 'appName' | 'origin'>,
  options: DocsPageOptions,
): string {
  const { styles, theme, translator: t } = options
  const { appName, origin } = config
  const title = t('The API of {appName}', { appName })
  return safeHtml`<!doctype html>
<html lang="${t.locale}" dir="${t.dir}"${theme && safeHtml` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - ${appName}</title>
<link rel="icon" href="data:,">
${new SafeHtml(styles)}
</head>
<body>
<div class="plain">
<header><a class="logo" href="${route('home')}">${logo}${appName}</a></header>
<main class="prose api-docs">
<h1 class="heading">${title}</h1>
${renderIntroduction(t, origin)}
${endpointNames.map((name) => renderEndpoint(t, name))}
</main>
<footer class="footer"><nav aria-label="${t('Legal')}">
<a href="${route('terms.show')}">${t('Terms of Service')}</a>
<a href="${route('policy.show')}">${t('Privacy Policy')}</a>
</nav></footer>
</div>
</body>
</html>`.source
}

function renderIntroduction(t: Translator, origin: string): SafeHtml {
  return safeHtml`
<p>${t('A program speaks for you with an API token. Make one on the page "API tokens" of your account, and send it with each request.')}</p>
<pre class="snippet"><code>curl ${origin}${route('api.user.show')}<span class="line-continuation"> \\
</span>  -H "Authorization: Bearer foyer_…"</code></pre>
<p>${renderInlineCode(t('Bodies and answers are JSON. What is refused says why in `message`, and field by field in `errors`. A list comes page by page: ask again with `cursor` set to `next_cursor` until that is null.'))}</p>
<p>${t('A token may ask 300 times a minute, a network address 600 times. Beyond that the answer is 429, and Retry-After says how many seconds to wait.')}</p>
<p><a href="${route('api.openapi')}">${t('The same for programs: OpenAPI 3.1')}</a></p>`
}

/** Renders text between backticks as code. */
function renderInlineCode(message: string): SafeHtml[] {
  const segments = message.split('`')
  return segments.map((segment, index) =>
    index % 2 ? safeHtml`<code>${segment}</code>` : safeHtml`${segment}`,
  )
}

function renderEndpoint(t: Translator, name: EndpointName): SafeHtml {
  const { method, path, permission }: Route = routes[name]
  const { summary, description, schema, statuses }: Endpoint = endpoints[name]
  const { params, querystring, body, response } = schema
  return safeHtml`
<section aria-labelledby="${name}">
<h2 id="${name}">${t(summary)}</h2>
<p><code class="api-endpoint"><b>${method}</b> ${path}</code> <span class="badge">${t('Permission: {ability}', { ability: permission ?? '' })}</span></p>
<p>${t(description)}</p>
${params && renderFields(t('In the path'), params, 'input')}
${querystring && renderFields(t('In the query'), querystring, 'input')}
${body && renderFields(t('Body'), body, 'input')}
${response[200] && renderFields(t('Answer'), response[200], 'output')}
<h3>${t('Statuses')}</h3>
<table><tbody>${Object.entries(statuses).map(([status, text]) => renderRow(safeHtml`<b>${status}</b>`, t(text)))}</tbody></table>
</section>`
}

function renderFields(title: string, zodSchema: z.core.$ZodType, io: 'input' | 'output'): SafeHtml {
  // Without schema names, nested schemas are inlined.
  const { properties } = z.toJSONSchema(zodSchema, {
    io,
    metadata: z.registry(),
    unrepresentable: 'any',
  })
  const rows = Object.entries(Object(properties)).map(([field, schema]) =>
    renderRow(safeHtml`<code>${field}</code>`, describeType(schema)),
  )
  return safeHtml`<h3>${title}</h3><table><tbody>${rows}</tbody></table>`
}

function renderRow(head: SafeHtml, cell: string): SafeHtml {
  return safeHtml`<tr><th scope="row">${head}</th><td>${cell}</td></tr>`
}

/** Describes a JSON Schema in one line, such as `string, date-time | null`. */
function describeType(schema: unknown): string {
  const { type, format, anyOf, items, enum: values } = Object(schema)
  if (Array.isArray(anyOf)) return anyOf.map(describeType).join(' | ')
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (items !== undefined) return `[${describeObject(items) ?? describeType(items)}]`
  const types = [type ?? 'any'].flat().join(' | ')
  return [types, format].filter(Boolean).join(', ')
}

function describeObject(schema: unknown): string | null {
  const { properties } = Object(schema)
  return properties === undefined ? null : `{ ${Object.keys(properties).join(', ')} }`
}

const logo = safeHtml`<svg aria-hidden="true" width="22" height="22" viewBox="0 0 22 22" fill="currentColor"><path d="M3 21V10a8 8 0 0 1 16 0v11h-4.5V9.5L9 11v10Z"/></svg>`
