import { createTranslator } from '@foyer/i18n'

import type { Attribute } from '#app/attributes.ts'
import {
  setManagedAttributes,
  storedValues,
  valueFromText,
} from '#app/custom-attributes/custom-attributes.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'

import { type Command, CommandFailed, type Invocation } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'
import { formatColumns } from './terminal.ts'

const toEnglish = createTranslator(null, 'en')

export const userAttribute: Command = {
  usage: '<account> [<name> [<value>]]',
  summary: 'shows the attributes of an account, or sets one that the service manages',
  details:
    'The attributes are declared in app/attributes.ts. Their owner edits the private and public ones; this command only shows them. An empty value removes a managed one.',
  args: { min: 1, max: 3 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const account = await findAccount(invocation, db)
    const [, name, text] = invocation.args
    const declared = name === undefined ? null : requireAttribute(invocation, name)
    if (declared && text !== undefined) {
      const changed = await setAttribute(invocation, account.id, declared, text)
      const outcome = changed ? 'is changed' : 'was the same already'
      return {
        data: { id: account.id, name: declared.name, changed },
        lines: [`${declared.name} of ${accountLabel(account)} ${outcome}.`],
      }
    }
    const stored = await storedValues(db, account.id)
    const shown = declared ? [declared] : invocation.attributes
    const values = Object.fromEntries(shown.map((it) => [it.name, stored.get(it.name) ?? null]))
    const rows = Object.entries(values).map(([key, value]) => [key, String(value ?? '-')])
    const lines = rows.length > 0 ? formatColumns(rows) : ['app/attributes.ts declares none.']
    return { data: { id: account.id, attributes: values }, lines }
  },
}

function requireAttribute({ attributes }: Invocation, name: string): Attribute {
  const attribute = attributes.find((each) => each.name === name)
  if (!attribute) throw new CommandFailed(`app/attributes.ts declares no attribute ${name}.`)
  return attribute
}

async function setAttribute(
  invocation: Invocation,
  userId: string,
  attribute: Attribute,
  text: string,
): Promise<boolean> {
  const { name } = attribute
  if (attribute.visibility !== 'managed')
    throw new CommandFailed(`The person edits ${name}; only managed attributes can be set here.`)
  const { db } = await invocation.database()
  const values = { [name]: valueFromText(attribute, text) }
  try {
    return await inTransaction(db, (tx) =>
      setManagedAttributes(tx, invocation, userId, values, { by: 'operator' }),
    )
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new CommandFailed(toEnglish(error.fields[name] ?? error.userMessage))
  }
}
