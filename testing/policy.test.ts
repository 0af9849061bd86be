import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '..')
const policy = await textOf('docs/security-policy.md')

/** On one line, so that how the code is broken into lines makes no difference. */
async function textOf(path: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8').catch(() => '')
  return path.endsWith('.md') ? text : text.replace(/\s+/g, ' ')
}

interface Quote {
  code: string
  path: string
}

/** What a document says stands in a file: `code` in `file`. */
function quotes(text: string): Quote[] {
  return [...text.matchAll(/`([^`]+)` in `([\w./-]+\.\w+)`/g)].map(([, code = '', path = '']) => ({
    code: code.replaceAll('\\|', '|'),
    path,
  }))
}

async function untrue(all: Quote[]): Promise<Quote[]> {
  const found = await Promise.all(all.map(async (it) => (await textOf(it.path)).includes(it.code)))
  return all.filter((_, at) => !found[at])
}

const windows: Record<string, string> = {
  minute: '1 min',
  '10 * minute': '10 min',
  '60 * minute': '1 h',
  day: '1 day',
}

function inWords(limits: string): string {
  const all = [...limits.matchAll(/(\d+), ([\w *]+)/g)]
  return all.map(([, tries, window = '']) => `${tries} in ${windows[window]}`).join(', ') || 'none'
}

/** Each rate limit that stands in a file, as the table writes it. */
async function limitsIn(path: string): Promise<string[]> {
  const form = /address: \[([^\]]*)\], pair: \[(.*?)\], account: \[([^\]]*)\]/g
  const all = [...(await textOf(path)).matchAll(form)].map(([, ...parts]) => parts.map(inWords))
  return all.map((parts) => `${parts.join(' | ')} | \`${path}\``)
}

test('what docs/security-policy.md quotes stands in the code (2.1.1, 2.1.3, 5.1.1, 7.1.1, 11.1.2, 13.1.2)', async () => {
  const all = quotes(policy)

  assert.ok(all.length > 60, `only ${all.length} were read`)
  assert.deepEqual(await untrue(all), [])
})

test('every rate limit in the code stands in docs/security-policy.md, and no other (6.1.1)', async () => {
  const paths = await Array.fromAsync(glob('app/**/*.ts', { cwd: root }))
  const inCode = (await Promise.all(paths.map(limitsIn))).flat()
  const rows = policy.matchAll(/^\| [^|]+ \| (\d+ in [^|]+ \| [^|]+ \| [^|]+ \| `[^`]+`) \|$/gm)
  const told = [...rows].map(([, row]) => row)

  assert.ok(inCode.length > 15)
  assert.deepEqual(told.toSorted(), inCode.toSorted())
})

test('a number that is no longer so would be noticed', async () => {
  const quote = { code: 'const idleMs = 9 * minute', path: 'app/platform/sessions.ts' }

  assert.deepEqual(await untrue([quote]), [quote])
})
