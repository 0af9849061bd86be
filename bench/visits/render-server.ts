/** Only calls React's renderer, on the element of the same page: what rendering alone costs. */
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

import { receiveInput, reportPort, reportUsage } from './server-process.ts'

export interface RenderInput {
  /** Path of element.tsx, built. */
  bundle: string
  /** The page object, as the document carries it. */
  page: object
}

const { bundle, page } = await receiveInput<RenderInput>()
const { elementOf, renderToString } = await import(pathToFileURL(bundle).href)
const element = await elementOf(page)

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(renderToString(element))
})
reportUsage()
reportPort(server)
