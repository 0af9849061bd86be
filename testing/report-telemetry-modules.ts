/** Preloaded into a server: prints each module of OpenTelemetry that it loads. */
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    if (url.includes('/@opentelemetry/')) process.stdout.write(`loaded ${url}\n`)
    return nextLoad(url, context)
  },
})
