import { text } from '@foyer/sentences'

import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { parseEmail } from '#app/platform/email-address.ts'
import { newAccount } from '#app/platform/new-account.ts'
import { hashPassword } from '#app/platform/password-hash.ts'
import { passwordProblem } from '#app/platform/password-rules.ts'
import { route } from '#app/platform/route.ts'
import { nameProblem, tidyName } from '#app/platform/text-rules.ts'

import { called } from './accounts.ts'
import { type Command, Misused, type Operation, Refused } from './command.ts'

const english = text(null, 'en')

export const createAccount: Command = {
  usage: '<address> --name <name>',
  summary: 'makes an account',
  details:
    'Without a password the person chooses one with “Forgot password”. A password is never an argument: others on this machine could read it.',
  options: {
    name: { value: '<name>', help: 'what the person is called' },
    verified: { help: 'the address is known to be theirs; else they prove it after signing in' },
    password: { help: 'ask for a password here, or read it from a pipe' },
  },
  words: { least: 1, most: 1 },
  changes: true,
  async run(operation) {
    const address = parseEmail(operation.words[0] ?? '')
    if (!address) throw new Misused('That does not look like an e-mail address.')
    const name = tidyName(operation.value('name') ?? '')
    const problem = nameProblem(name)
    if (problem) throw new Misused(`--name: ${english(problem)}`)

    const { email } = address
    const { db } = await operation.database()
    const person = {
      name,
      email,
      isVerified: operation.has('verified'),
      password_hash: await chosenPassword(operation, name, email),
      locale: null,
      terms: null,
      policy: null,
    }
    const from = { ip: null, userAgent: null, now: operation.now }
    const id = await inTransaction(db, (tx) => newAccount(tx, from, person))
    if (!id) throw new Refused(`${email} has an account already.`)
    operation.concerns(id)

    const { origin } = operation.config
    const next =
      person.password_hash === null
        ? `Next: they choose a password at ${origin}${route('password.request')}, by a link in a mail.`
        : `Next: they sign in at ${origin}${route('login')}.`
    const lines = [`Made the account of ${called({ name, email })}: ${id}`, next]
    return { data: { id, email, name }, lines }
  },
}

async function chosenPassword(operation: Operation, name: string, email: string) {
  if (!operation.has('password')) return null
  const { terminal, config } = operation
  const typed = terminal.isInteractive
    ? await terminal.ask('Password: ', true)
    : (await terminal.input()).replace(/\r?\n$/, '')
  const { passwordMinLength: minLength } = config
  const problem = await passwordProblem(typed, { ...config, minLength, name, email })
  if (problem) throw new Refused(english(problem))
  return hashPassword(typed)
}
