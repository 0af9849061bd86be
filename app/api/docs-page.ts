import type { Text } from '@foyer/sentences'
import type { z } from 'zod'

import type { Config } from '#app/platform/config.ts'
import { Markup, markup } from '#app/platform/markup.ts'
import { route } from '#app/platform/route.ts'
import { type Route, routes } from '#app/routes.ts'

import type { Endpoint, EndpointName } from './endpoints.ts'
import { entries, schemaOf } from './openapi.ts'

interface Look {
  /** Link elements. */
  styles: string
  theme: 'light' | 'dark' | null
  text: Text
}

/**
 * The description of the API for people. A document of the server's own: it is the same for everyone, so no session is
 * looked for, and it needs no script.
 */
export function docsPage(config: Pick<Config, 'appName' | 'origin'>, look: Look): string {
  const { styles, theme, text: t } = look
  const { appName, origin } = config
  const title = t('The API of {appName}', { appName })
  return markup`<!doctype html>
<html lang="${t.locale}" dir="${t.dir}"${theme && markup` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - ${appName}</title>
<link rel="icon" href="data:,">
${new Markup(styles)}
</head>
<body>
<div class="plain">
<header><a class="mark" href="${route('home')}">${door}${appName}</a></header>
<main class="prose api-docs">
<h1 class="heading">${title}</h1>
${introduction(t, origin)}
${entries().map(([name, endpoint]) => section(t, name, endpoint))}
</main>
<footer class="colophon"><nav aria-label="${t('Legal')}">
<a href="${route('terms.show')}">${t('Terms of Service')}</a>
<a href="${route('policy.show')}">${t('Privacy Policy')}</a>
</nav></footer>
</div>
</body>
</html>`.source
}

function introduction(t: Text, origin: string): Markup {
  return markup`
<p>${t('A program speaks for you with an API token. Make one on the page "API tokens" of your account, and send it with each request.')}</p>
<pre class="snippet"><code>curl ${origin}${route('api.user.show')}<span class="snippet-goes-on"> \\
</span>  -H "Authorization: Bearer foyer_…"</code></pre>
<p>${withCode(t('Bodies and answers are JSON. What is refused says why in `message`, and field by field in `errors`. A list comes page by page: ask again with `cursor` set to `next_cursor` until that is null.'))}</p>
<p>${t('A token may ask 300 times a minute, a network address 600 times. Beyond that the answer is 429, and Retry-After says how many seconds to wait.')}</p>
<p><a href="${route('api.openapi')}">${t('The same for programs: OpenAPI 3.1')}</a></p>`
}

/** What stands between backticks is code. */
function withCode(sentence: string): Markup[] {
  const pieces = sentence.split('`')
  return pieces.map((piece, at) => (at % 2 ? markup`<code>${piece}</code>` : markup`${piece}`))
}

function section(t: Text, name: EndpointName, endpoint: Endpoint): Markup {
  const { method, path, ability }: Route = routes[name]
  const { summary, description, params, query, body, answers } = endpoint
  const success = Object.values(answers).find(({ body: shape }) => shape)?.body
  const isAnswered = Object.hasOwn(answers, 200)
  const statuses = Object.entries(answers)
  return markup`
<section aria-labelledby="${name}">
<h2 id="${name}">${t(summary)}</h2>
<p><code class="api-line"><b>${method}</b> ${path}</code> <span class="badge">${t('Permission: {ability}', { ability: ability ?? '' })}</span></p>
<p>${t(description)}</p>
${params && fields(t('In the path'), params, 'input')}
${query && fields(t('In the query'), query, 'input')}
${body && fields(t('Body'), body, 'input')}
${isAnswered && success && fields(t('Answer'), success, 'output')}
<h3>${t('Statuses')}</h3>
<table><tbody>${statuses.map(([status, { description: what }]) => row(markup`<b>${status}</b>`, t(what)))}</tbody></table>
</section>`
}

function fields(title: string, shape: z.core.$ZodType, io: 'input' | 'output'): Markup {
  const { properties } = schemaOf(shape, io)
  const rows = Object.entries(Object(properties)).map(([field, schema]) =>
    row(markup`<code>${field}</code>`, typeOf(schema)),
  )
  return markup`<h3>${title}</h3><table><tbody>${rows}</tbody></table>`
}

function row(head: Markup, cell: string): Markup {
  return markup`<tr><th scope="row">${head}</th><td>${cell}</td></tr>`
}

/** "string, date-time or null", as a programmer says it. */
function typeOf(schema: unknown): string {
  const { type, format, anyOf, items, enum: values } = Object(schema)
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' | ')
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (items !== undefined) return `[${objectOf(items) ?? typeOf(items)}]`
  const types = [type ?? 'any'].flat().join(' | ')
  return [types, format].filter(Boolean).join(', ')
}

function objectOf(schema: unknown): string | null {
  const { properties } = Object(schema)
  return properties === undefined ? null : `{ ${Object.keys(properties).join(', ')} }`
}

const door = markup`<svg aria-hidden="true" width="22" height="22" viewBox="0 0 22 22" fill="currentColor"><path d="M3 21V10a8 8 0 0 1 16 0v11h-4.5V9.5L9 11v10Z"/></svg>`
