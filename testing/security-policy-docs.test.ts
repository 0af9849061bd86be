import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '..')
const policyText = await readNormalized('docs/security-policy.md')

/** Reads code as one line, so that line breaks make no difference. */
async function readNormalized(path: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8').catch(() => '')
  return path.endsWith('.md') ? text : text.replace(/\s+/g, ' ')
}

interface CodeQuote {
  code: string
  path: string
}

/** Quotes of the form: `code` in `file`. */
function codeQuotesIn(text: string): CodeQuote[] {
  return [...text.matchAll(/`([^`]+)` in `([\w./-]+\.\w+)`/g)].map(([, code = '', path = '']) => ({
    code: code.replaceAll('\\|', '|'),
    path,
  }))
}

async function staleQuotes(all: CodeQuote[]): Promise<CodeQuote[]> {
  const isFound = await Promise.all(
    all.map(async ({ path, code }) => (await readNormalized(path)).includes(code)),
  )
  return all.filter((_, index) => !isFound[index])
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

/** The rate limits in a file, formatted like the table. */
async function rateLimitsIn(path: string): Promise<string[]> {
  const pattern = /perIp: \[([^\]]*)\], perIpAndAccount: \[(.*?)\], perAccount: \[([^\]]*)\]/g
  const all = [...(await readNormalized(path)).matchAll(pattern)].map(([, ...parts]) =>
    parts.map(describeLimits),
  )
  return all.map((parts) => `${parts.join(' | ')} | \`${path}\``)
}

test('every quote in docs/security-policy.md matches the code (2.1.1, 2.1.3, 5.1.1, 7.1.1, 11.1.2, 13.1.2)', async () => {
  const all = codeQuotesIn(policyText)

  assert.ok(all.length > 60, `only ${all.length} were read`)
  assert.deepEqual(await staleQuotes(all), [])
})

test('docs/security-policy.md lists exactly the rate limits in the code (6.1.1)', async () => {
  const paths = await Array.fromAsync(glob('app/**/*.ts', { cwd: root }))
  const inCode = (await Promise.all(paths.map(rateLimitsIn))).flat()
  const rows = policyText.matchAll(/^\| [^|]+ \| (\d+ in [^|]+ \| [^|]+ \| [^|]+ \| `[^`]+`) \|$/gm)
  const documented = [...rows].map(([, row]) => row)

  assert.ok(inCode.length > 15)
  assert.deepEqual(documented.toSorted(), inCode.toSorted())
})

test('the check finds a stale quote', async () => {
  const quote = { code: 'const idleMs = 9 * minute', path: 'app/platform/sessions/sessions.ts' }

  assert.deepEqual(await staleQuotes([quote]), [quote])
})
