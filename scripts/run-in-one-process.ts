/** Test files that share a process, one after another: what several import is loaded once, and already warm. */
import { AsyncResource } from 'node:async_hooks'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'

// Belongs to no file: what it keeps from one test for the next it keeps from one file for the next.
import '#testing/end-of-process.ts'

/** The tests have a limit each; a file has none. */
const timeout = 2 ** 31 - 1

// One by one: of two that wait for the same module, one would add its tests to the other's suite.
let lastLoad: Promise<unknown> = Promise.resolve()
for (const file of process.argv.slice(2)) {
  suite(file, { timeout }, async () => {
    const load = AsyncResource.bind(() => import(pathToFileURL(file).href))
    lastLoad = lastLoad.then(load, load)
    await lastLoad
  })
}
