import { readFile, stat } from 'node:fs/promises'

import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { takenEmailKeys } from '#app/platform/auth/email-owner.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'

import { type Command, CommandFailed } from './command.ts'
import { type ImportedAccount, maxFileBytes, parseAccounts } from './parse-accounts.ts'

/** The number of problems that are printed; `--json` has all of them. */
const printedProblems = 20
const addressesPerQuery = 500

export const importAccounts: Command = {
  usage: '<file>',
  summary: 'imports accounts with their password hashes from a file of JSON lines',
  details: `Each line is one account: {"email": …, "name": …, "email_verified": true, "password_hash": "$2b$…", "locale": "de"}. Name and
email are required. docs/import.md lists the hashes of other systems that are understood. They are replaced when their owner
signs in. Either every line is imported or none: a problem is reported with the number of its line. Nobody is mailed.`,
  options: {
    'dry-run': { help: 'check the file and import nothing' },
    'skip-existing': { help: 'skip addresses that have an account, instead of reporting them' },
  },
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { keys, now } = invocation
    const { accounts, problems } = parseAccounts(await readText(invocation.args[0] ?? ''))
    const { db } = await invocation.database()

    const existing = new Set<string>()
    for (let from = 0; from < accounts.length; from += addressesPerQuery) {
      const emailKeys = accounts.slice(from, from + addressesPerQuery).map(({ key }) => key)
      for (const key of await takenEmailKeys(db, emailKeys)) existing.add(key)
    }
    const isSkipping = invocation.hasFlag('skip-existing')
    const taken = accounts.filter(({ key }) => existing.has(key))
    const all = [...problems, ...(isSkipping ? [] : taken.map(takenProblem))]
    if (all.length > 0) return refuse(all.toSorted((one, other) => one.line - other.line))

    const added = accounts.filter(({ key }) => !existing.has(key))
    const data = { imported: added.length, skipped: taken.length }
    const counts = `${added.length} accounts, skips ${taken.length}`
    if (invocation.hasFlag('dry-run')) return { data, lines: [`The file imports ${counts}.`] }
    await invocation.confirm(`This imports ${counts}.`)

    const ids = await inTransaction(db, async (tx) => {
      const created: string[] = []
      for (const account of added) {
        const origin = { ip: null, userAgent: null, now }
        const id = await createUserAccount(tx, keys, origin, { ...account, isImported: true })
        // Registered meanwhile.
        if (!id) throw new CommandFailed(`${describe(takenProblem(account))} Nothing was imported.`)
        created.push(id)
      }
      return created
    })
    ids.forEach((id) => invocation.logAccount(id))
    return { data, lines: [`Imported ${added.length} accounts, skipped ${taken.length}.`] }
  },
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > maxFileBytes) throw new Error('it is larger than 16 MB. Split it: split -l 10000')
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    throw new CommandFailed(
      `${path} cannot be read: ${error instanceof Error ? error.message : ''}`,
    )
  }
}

interface Problem {
  line: number
  problem: string
}

function takenProblem({ line, email }: ImportedAccount): Problem {
  return { line, problem: `${email} already has an account.` }
}

function describe({ line, problem }: Problem): string {
  return `Line ${line}: ${problem}`
}

function refuse(problems: Problem[]) {
  const more = problems.length - printedProblems
  return {
    data: { imported: 0, problems },
    lines: [
      ...problems.slice(0, printedProblems).map(describe),
      ...(more > 0 ? [`And ${more} more.`] : []),
      'Nothing was imported.',
    ],
    failed: true,
  }
}
