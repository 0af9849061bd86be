import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'

import type { TestCounts } from './run-test-files.ts'

const passes = `test('it holds', () => {})`
const fails = `test('it is broken', () => { throw new Error('as ever') })`
const failsOnce = `
  test('it was unlucky', () => {
    if (existsSync('been here')) return
    writeFileSync('been here', '')
    throw new Error('only today')
  })`
const setsGlobal = `test('it leaves a mark', () => { globalThis.mark = true })`
const failsOnGlobal = `test('it finds none', () => { if (globalThis.mark) throw new Error('a mark') })`
const hangs = `test('it never ends', () => new Promise(() => setInterval(() => {}, 1000)))`
const exitsProcess = `test('it holds', () => {}); test('it ends all', () => process.exit(1))`

/** Output and counts of the runner for these test files, each in its own process. */
function runFilesInSuite(t: TestContext, ...bodies: string[]) {
  return runGroupsInSuite(t, ...bodies.map((body) => [body]))
}

/** Runs files of which some share a process; they are numbered from 0 on. */
async function runGroupsInSuite(t: TestContext, ...bodies: string[][]) {
  const cwd = await mkdtemp(join(tmpdir(), 'foyer-suite-'))
  t.after(() => rm(cwd, { recursive: true }))
  const imports = `import { existsSync, writeFileSync } from 'node:fs'\nimport { test } from 'node:test'\n`
  let count = 0
  const write = async (body: string) => {
    const file = join(cwd, `${count++}.test.mjs`)
    await writeFile(file, imports + body)
    return file
  }
  const groups = await Promise.all(bodies.map((group) => Promise.all(group.map(write))))

  const suite = { title: 'here', groups, concurrency: 2, timeoutMs: 2000 }
  const script = `
    import { runWithRetry } from ${JSON.stringify(import.meta.resolve('./run-with-retry.ts'))}
    const counts = await runWithRetry(${JSON.stringify(suite)})
    console.log(JSON.stringify(counts))`
  // A runner that finds itself inside a test runs nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  await writeFile(join(cwd, 'run.mjs'), script)
  const { stdout } = await promisify(execFile)(process.execPath, ['run.mjs'], { cwd, env })
  const counts: TestCounts = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  return { printed: stdout, counts }
}

test('a file that fails twice has failed', async (t) => {
  const { printed, counts } = await runFilesInSuite(t, passes, fails)

  assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0, flaky: 0 })
  assert.equal(printed.match(/✖ 1\.test\.mjs {2}0 of 1/g)?.length, 2)
  assert.match(printed, /✖ it is broken .*\n.*as ever/)
  assert.doesNotMatch(printed, /Flaky/)
})

test('a file that crashes twice has failed', async (t) => {
  const { counts } = await runFilesInSuite(t, passes, exitsProcess)

  assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0, flaky: 0 })
})

test('a file that passes on the second run has passed, and its failure is reported in full', async (t) => {
  const { printed, counts } = await runFilesInSuite(t, failsOnce, passes)

  assert.deepEqual(counts, { passed: 2, failed: 0, skipped: 0, flaky: 1 })
  assert.match(printed, /Flaky: passed only on the second run\n\n✖ it was unlucky .*\n.*only today/)
})

test('when more than five files fail, none runs again', async (t) => {
  const { counts } = await runFilesInSuite(t, ...Array(5).fill(fails), failsOnce)

  assert.deepEqual(counts, { passed: 0, failed: 6, skipped: 0, flaky: 0 })
})

test('each file that shares a process is named and counted', async (t) => {
  const { printed, counts } = await runGroupsInSuite(t, [fails, passes, passes])

  assert.deepEqual(counts, { passed: 2, failed: 1, skipped: 0, flaky: 0 })
  assert.equal(printed.match(/✖ 0\.test\.mjs {2}0 of 1/g)?.length, 2)
  assert.match(printed, /✔ 1\.test\.mjs {2}1 of 1/)
  assert.match(printed, /✔ 2\.test\.mjs {2}1 of 1/)
})

test('each file that awaits the same module keeps its own tests', async (t) => {
  const slowImport = `import 'data:text/javascript,await new Promise((go) => setTimeout(go, 50))'\n`
  const { printed, counts } = await runGroupsInSuite(t, [
    slowImport + passes,
    `${slowImport}${passes};${passes}`,
  ])

  assert.match(printed, /✔ 0\.test\.mjs {2}1 of 1/)
  assert.match(printed, /✔ 1\.test\.mjs {2}2 of 2/)
  assert.deepEqual(counts, { passed: 3, failed: 0, skipped: 0, flaky: 0 })
})

test('a file without a test has failed', async (t) => {
  const { counts } = await runGroupsInSuite(t, ['', passes])

  assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0, flaky: 0 })
})

test('a file that crashes or hangs does not affect others in its process', async (t) => {
  const { counts } = await runGroupsInSuite(t, [passes, exitsProcess, passes], [hangs, passes])

  assert.deepEqual(counts, { passed: 3, failed: 2, skipped: 0, flaky: 0 })
})

test('a file that cannot be read as a module has failed', async (t) => {
  const { printed, counts } = await runGroupsInSuite(t, ['import nothing', passes])

  assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0, flaky: 0 })
  assert.match(printed, /✖ .*0\.test\.mjs .*\n.*SyntaxError/)
})

test('a file that only fails beside others has passed, and is reported', async (t) => {
  const { counts } = await runGroupsInSuite(t, [setsGlobal, failsOnGlobal])

  assert.deepEqual(counts, { passed: 2, failed: 0, skipped: 0, flaky: 1 })
})
