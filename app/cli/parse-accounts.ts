import { createTranslator } from '@foyer/i18n'
import { z } from 'zod'

import { languages } from '#app/languages.ts'
import { isKnownHash } from '#app/platform/auth/password-hash.ts'
import { parseEmail } from '#app/platform/validation/email-address.ts'
import { nameProblem, normalizeName } from '#app/platform/validation/name-rules.ts'

/** One transaction must not keep the server's own writes waiting for long. */
export const maxRows = 10_000
export const maxFileBytes = 16_000_000

const toEnglish = createTranslator(null, 'en')

const Row = z.strictObject({
  email: z.string(),
  name: z.string(),
  email_verified: z.boolean().default(false),
  password_hash: z.string().nullable().default(null),
  locale: z
    .enum(languages.map(({ code }) => code))
    .nullable()
    .default(null),
})

export interface ImportedAccount {
  line: number
  email: string
  key: string
  name: string
  isVerified: boolean
  password_hash: string | null
  locale: string | null
  terms: null
  policy: null
}

interface ParsedFile {
  accounts: ImportedAccount[]
  problems: { line: number; problem: string }[]
}

/** Reads JSON lines, each an account; empty lines are skipped. A problem never quotes a hash. */
export function parseAccounts(text: string): ParsedFile {
  const result: ParsedFile = { accounts: [], problems: [] }
  const lineByKey = new Map<string, number>()
  for (const [index, json] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (json.trim() === '') continue
    const line = index + 1
    const account = parseAccount(json, line)
    const earlier = typeof account === 'string' ? undefined : lineByKey.get(account.key)
    if (typeof account === 'string') result.problems.push({ line, problem: account })
    else if (earlier !== undefined)
      result.problems.push({ line, problem: `email is that of line ${earlier}.` })
    else {
      lineByKey.set(account.key, line)
      result.accounts.push(account)
    }
  }
  const count = result.accounts.length + result.problems.length
  if (count === 0) result.problems.push({ line: 1, problem: 'the file has no accounts.' })
  if (count > maxRows) {
    const problem = `the file has more than ${maxRows} accounts. Split it: split -l ${maxRows}`
    result.problems.push({ line: maxRows + 1, problem })
  }
  return result
}

/** @returns the problem, if there is one */
function parseAccount(json: string, line: number): ImportedAccount | string {
  const parsed = Row.safeParse(parseJson(json))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    if (issue?.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')}.`
    const [field] = issue?.path ?? []
    return field === undefined ? 'no JSON object.' : `${String(field)}: missing or of a wrong kind.`
  }
  const { email_verified: isVerified, password_hash, locale } = parsed.data
  const name = normalizeName(parsed.data.name)
  const problem = nameProblem(name)
  if (problem) return `name: ${toEnglish(problem)}`
  const address = parseEmail(parsed.data.email)
  if (!address) return 'email: that does not look like an email address.'
  if (password_hash !== null && !isKnownHash(password_hash))
    return 'password_hash: malformed, of an unknown kind, or too costly to check.'
  return { line, ...address, name, isVerified, password_hash, locale, terms: null, policy: null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
