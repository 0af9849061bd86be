import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '..')

interface DocumentRow {
  id: string
  proof: string
}

const featureDocuments = await Array.fromAsync(glob('app/*/README.md', { cwd: root }))

/** Parses the tables of documents: id, promise, proof. */
async function readTableRows(...documents: string[]): Promise<DocumentRow[]> {
  const texts = await Promise.all(documents.map((path) => readFile(join(root, path), 'utf8')))
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      const [, id, , proof] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      return id && proof && /^[A-Z]?[A-Z0-9]+[-.][\w.-]+$/.test(id) ? [{ id, proof }] : []
    })
}

const isAsvsId = (id: string) => /^\d/.test(id)

async function testNames(path: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8')
  return [...text.matchAll(/\b(?:test|checkRule)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)]
    .map(([, , title]) => title)
    .join('\n')
}

function mentionsId(titles: string, id: string): boolean {
  return new RegExp(`(?<![A-Z-])${id.replaceAll('.', '\\.')}(?!\\d)`).test(titles)
}

/** The promises in the titles of a file's tests that no row names with this file. */
async function unlistedIds(path: string, rows: DocumentRow[]): Promise<string[]> {
  const ids = (await testNames(path)).match(/(?<=[(,] ?)(?:A-)?[A-Z]{2,5}-\d+(?=[,)])/g) ?? []
  const listed = rows.filter(({ proof }) => proof.includes(`\`${path}\``)).map(({ id }) => id)
  return ids.filter((id) => !listed.includes(id)).map((id) => `${id}: no row names ${path}`)
}

/** Rows that name no test, or tests whose titles do not contain the row's id. */
async function unprovenClaims({ id, proof }: DocumentRow): Promise<string[]> {
  if (/^(not applicable|later|kept by)\b.{10,}/i.test(proof)) return []
  const paths = [...proof.matchAll(/`([^`]+\.(?:test|e2e)\.tsx?)`/g)].map(([, path]) => path ?? '')
  if (paths.length === 0) return [`${id}: names no test and gives no reason`]
  const testNamesByFile = await Promise.all(paths.map((path) => testNames(path).catch(() => '')))
  return paths.flatMap((path, index) =>
    mentionsId(testNamesByFile[index] ?? '', id) ? [] : [`${id}: no test with this id in ${path}`],
  )
}

test('every promise in docs/security.md and the READMEs of features names a test with its id, or a reason', async () => {
  const allRows = await readTableRows('docs/security.md', ...featureDocuments)
  const rows = allRows.filter(({ id }) => !isAsvsId(id))

  assert.ok(rows.length > 250, `only ${rows.length} rows were read`)
  assert.deepEqual((await Promise.all(rows.map(unprovenClaims))).flat(), [])
  for (const document of ['docs/security.md', ...featureDocuments]) {
    const ids = (await readTableRows(document)).map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length, document)
  }
})

test('every id in the title of a test is named by a row with its file', async () => {
  const rows = await readTableRows('docs/security.md', ...featureDocuments)
  const folders = '{app,web,packages,testing,scripts,bench,e2e}/**/*.{test,e2e}.{ts,tsx}'
  const exclude = ['**/node_modules/**']
  const files = await Array.fromAsync(glob(folders, { cwd: root, exclude }))

  assert.deepEqual((await Promise.all(files.map((path) => unlistedIds(path, rows)))).flat(), [])
  assert.deepEqual(await unlistedIds('app/sign-in/sign-out.test.ts', []), [
    'OUT-04: no row names app/sign-in/sign-out.test.ts',
    'SES-08: no row names app/sign-in/sign-out.test.ts',
    'OUT-02: no row names app/sign-in/sign-out.test.ts',
    'OUT-03: no row names app/sign-in/sign-out.test.ts',
    'OUT-05: no row names app/sign-in/sign-out.test.ts',
  ])
})

test('the check finds promises without a test', async () => {
  assert.deepEqual(await unprovenClaims({ id: 'LOG-99', proof: 'open' }), [
    'LOG-99: names no test and gives no reason',
  ])
  assert.deepEqual(await unprovenClaims({ id: 'LOG-99', proof: 'shown' }), [
    'LOG-99: names no test and gives no reason',
  ])
  assert.deepEqual(await unprovenClaims({ id: 'LOG-99', proof: '`app/sign-in/sign-in.test.ts`' }), [
    'LOG-99: no test with this id in app/sign-in/sign-in.test.ts',
  ])
})

function filePathsIn(proof: string): string[] {
  return [...proof.matchAll(/`([\w./-]+\.\w+)`/g)].flatMap(([, path]) => path ?? [])
}

const exemptionPattern = /^(not applicable|the operator's|later|open)\b.{10,}/

/** Files a row of docs/asvs.md names that do not exist; also rows without a file or a reason. */
function brokenReferences({ id, proof }: DocumentRow, files: ReadonlySet<string>): string[] {
  const paths = filePathsIn(proof)
  if (paths.length === 0 && !exemptionPattern.test(proof))
    return [`${id}: names no file and gives no reason`]
  return paths.filter((path) => !files.has(path)).map((path) => `${id}: ${path} does not exist`)
}

test('every requirement in docs/asvs.md names existing files, or a reason', async () => {
  const rows = await readTableRows('docs/asvs.md')
  const featureRows = await readTableRows(...featureDocuments)
  const folders = '{app,web,packages,docs,e2e,testing,scripts}/**'
  const files = new Set(await Array.fromAsync(glob([folders, '*.*', '.*.json'], { cwd: root })))

  assert.ok(rows.length > 200, `only ${rows.length} rows were read`)
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  assert.deepEqual(
    [...rows, ...featureRows.filter(({ id }) => isAsvsId(id))].flatMap((row) =>
      brokenReferences(row, files),
    ),
    [],
  )
  assert.deepEqual(brokenReferences({ id: '1.1.1', proof: '`app/nowhere.test.ts`' }, files), [
    '1.1.1: app/nowhere.test.ts does not exist',
  ])
  assert.deepEqual(brokenReferences({ id: '1.1.1', proof: 'shown' }, files), [
    '1.1.1: names no file and gives no reason',
  ])
})
