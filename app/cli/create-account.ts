import { createTranslator } from '@foyer/i18n'

import { sendFirstPasswordLink } from '#app/password/password.ts'
import { systemActor } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { passwordProblem } from '#app/platform/auth/password-rules.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { route } from '#app/platform/route.ts'
import { nameProblem, normalizeName } from '#app/platform/validation/name-rules.ts'
import { changeRole } from '#app/roles/roles.ts'

import { cliContext } from './cli-context.ts'
import { type Command, UsageError, type Invocation, CommandFailed } from './command.ts'
import { accountLabel, addressArgument } from './find-account.ts'

const toEnglish = createTranslator(null, 'en')

export const createAccount: Command = {
  usage: '<address> --name <name>',
  summary: 'creates an account',
  details:
    'Without a password, the person is mailed a link to set one. The password is never an argument, because other users of this machine could read it.',
  options: {
    name: { value: '<name>', help: 'name of the person' },
    verified: {
      help: 'mark the address as verified; otherwise the person verifies it after signing in',
    },
    admin: { help: 'give it the role of an administrator' },
    password: { help: 'ask for a password, or read it from standard input' },
  },
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { email } = addressArgument(invocation)
    const name = normalizeName(invocation.optionValue('name') ?? '')
    const problem = nameProblem(name)
    if (problem) throw new UsageError(`--name: ${toEnglish(problem)}`)

    const database = await invocation.database()
    const newUser = {
      name,
      email,
      isVerified: invocation.hasFlag('verified'),
      password_hash: await readPassword(invocation, name, email),
      locale: null,
      terms: null,
      policy: null,
    }
    const client = { ip: null, userAgent: null, now: invocation.now }
    const { password_hash } = newUser
    const context = cliContext(invocation, database, null)
    const id = await inTransaction(database.db, async (tx) => {
      const userId = await createUserAccount(tx, invocation.keys, client, newUser)
      if (userId && password_hash === null) await sendFirstPasswordLink(tx, context, userId)
      if (userId && invocation.hasFlag('admin'))
        await changeRole(tx, context, systemActor(userId, invocation.now), 'admin')
      return userId
    })
    if (!id) throw new CommandFailed(`${email} already has an account.`)
    invocation.logAccount(id)

    const { origin } = invocation.config
    const nextStep =
      password_hash === null
        ? 'Next: the person opens the link in our mail, and sets a password'
        : `Next: the person signs in at ${origin}${route('login')}`
    const lines = [`Created the account of ${accountLabel({ name, email })}: ${id}`, nextStep]
    return { data: { id, email, name }, lines }
  },
}

async function readPassword(invocation: Invocation, name: string, email: string) {
  if (!invocation.hasFlag('password')) return null
  const { terminal, config } = invocation
  const password = terminal.isInteractive
    ? await terminal.ask('Password: ', true)
    : (await terminal.input()).replace(/\r?\n$/, '')
  const log = { warn: (_details: object, message: string) => terminal.err(message) }
  const problem = await passwordProblem(password, { ...config, log, name, email })
  if (problem) throw new CommandFailed(toEnglish(problem))
  return hashPassword(password)
}
