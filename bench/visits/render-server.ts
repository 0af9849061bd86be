/** Only calls React's renderer on the same page's element: the cost of rendering alone. */
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

import { receiveInput, reportPort, reportUsage } from './server-process.ts'

export interface RenderInput {
  /** Path of the built element.tsx. */
  bundle: string
  /** The page object from the document. */
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
