import { msg, type Message } from '@foyer/i18n'

import type { AccountState } from '#app/account-events.ts'
import type { Attribute } from '#app/attributes.ts'
import {
  attributesAt,
  editable,
  saveAttributes,
  storedValues,
  valueSchema,
} from '#app/custom-attributes/custom-attributes.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { attributeField } from '#app/profile-fields.ts'

interface AttributeRestore {
  event: number
  /** Fields of the form; those of the profile are ignored. */
  fields: readonly string[]
  displayed: Readonly<Record<string, unknown>>
  past: Pick<AccountState, 'attributes'>
}

/** Restores the chosen attributes of those that the person may edit. @returns whether anything was different */
export async function restoreAttributes(
  tx: Tx,
  actor: Actor,
  list: readonly Attribute[],
  { event, fields, displayed, past }: AttributeRestore,
): Promise<boolean> {
  const chosen = editable(list).filter(({ name }) => fields.includes(attributeField(name)))
  if (chosen.length === 0) return false
  const stored = await storedValues(tx, actor.userId)
  const pastValues = attributesAt(chosen, past)

  const errors: Record<string, Message> = {}
  for (const attribute of chosen) {
    const field = attributeField(attribute.name)
    const now = stored.get(attribute.name) ?? null
    const then = pastValues[attribute.name] ?? null
    if (displayed[field] !== (now === null ? null : String(now)))
      errors[field] = msg('This has changed in the meantime. Check it, then decide again.')
    else if (now !== then && !valueSchema(attribute).safeParse(then).success)
      errors[field] = msg("That value isn't allowed any more.")
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  return saveAttributes(tx, actor, {
    list,
    values: pastValues,
    by: 'person',
    restoredTo: event,
    fieldPrefix: attributeField(''),
  })
}
