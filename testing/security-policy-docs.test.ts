import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '..')
const policyText = await readNormalized('docs/security-policy.md')

/** On one line, so that how the code is broken into lines makes no difference. */
async function readNormalized(path: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8').catch(() => '')
  return path.endsWith('.md') ? text : text.replace(/\s+/g, ' ')
}

interface CodeQuote {
  code: string
  path: string
}

/** What a document says stands in a file: `code` in `file`. */
function codeQuotesIn(text: string): CodeQuote[] {
  return [...text.matchAll(/`([^`]+)` in `([\w./-]+\.\w+)`/g)].map(([, code = '', path = '']) => ({
    code: code.replaceAll('\\|', '|'),
    path,
  }))
}

async function staleQuotes(all: CodeQuote[]): Promise<CodeQuote[]> {
  const found = await Promise.all(
    all.map(async (it) => (await readNormalized(it.path)).includes(it.code)),
  )
  return all.filter((_, at) => !found[at])
}

const windowLabels: Record<string, string> = {
  minute: '1 min',
  '10 * minute': '10 min',
  '60 * minute': '1 h',
  day: '1 day',
}

function describeLimits(limits: string): string {
  const all = [...limits.matchAll(/(\d+), ([\w *]+)/g)]
  return (
    all
      .map(([, maxAttempts, window = '']) => `${maxAttempts} in ${windowLabels[window]}`)
      .join(', ') || 'none'
  )
}

/** Each rate limit that stands in a file, as the table writes it. */
async function rateLimitsIn(path: string): Promise<string[]> {
  const pattern = /perIp: \[([^\]]*)\], perIpAndAccount: \[(.*?)\], perAccount: \[([^\]]*)\]/g
  const all = [...(await readNormalized(path)).matchAll(pattern)].map(([, ...parts]) =>
    parts.map(describeLimits),
  )
  return all.map((parts) => `${parts.join(' | ')} | \`${path}\``)
}

test('what docs/security-policy.md quotes stands in the code (2.1.1, 2.1.3, 5.1.1, 7.1.1, 11.1.2, 13.1.2)', async () => {
  const all = codeQuotesIn(policyText)

  assert.ok(all.length > 60, `only ${all.length} were read`)
  assert.deepEqual(await staleQuotes(all), [])
})

test('every rate limit in the code stands in docs/security-policy.md, and no other (6.1.1)', async () => {
  const paths = await Array.fromAsync(glob('app/**/*.ts', { cwd: root }))
  const inCode = (await Promise.all(paths.map(rateLimitsIn))).flat()
  const rows = policyText.matchAll(/^\| [^|]+ \| (\d+ in [^|]+ \| [^|]+ \| [^|]+ \| `[^`]+`) \|$/gm)
  const documented = [...rows].map(([, row]) => row)

  assert.ok(inCode.length > 15)
  assert.deepEqual(documented.toSorted(), inCode.toSorted())
})

test('a number that is no longer so would be noticed', async () => {
  const quote = { code: 'const idleMs = 9 * minute', path: 'app/platform/sessions/sessions.ts' }

  assert.deepEqual(await staleQuotes([quote]), [quote])
})
