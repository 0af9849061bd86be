import { msg } from '@foyer/i18n'

import type { AccountEvents } from '#app/account-events.ts'
import type { AttributeValue } from '#app/attributes.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { type Actor, type PerformedBy, systemActor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotSignedIn, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

import { type AttributeValues, valueSchema } from './attribute-schemas.ts'
import { maxTotalBytes } from './limits.ts'
import { storedValues, valueKey } from './read-attributes.ts'
import { type AttributeList, isShown } from './validate-attribute-list.ts'

interface Change {
  list: AttributeList
  /** Null removes a value. Attributes that are left out stay unchanged. */
  values: AttributeValues
  by: AccountEvents['attributes.changed']['by']
  /** The event whose state Time Travel restores. */
  restoredTo?: number
  /** Prefix of the form field's name before the attribute's name. */
  fieldPrefix?: string
}

/** Saves the person's own form, whose values are validated. */
export function updateAttributes(
  db: Db,
  actor: Actor,
  list: AttributeList,
  values: AttributeValues,
): Promise<boolean> {
  return inTransaction(db, (tx) => saveAttributes(tx, actor, { list, values, by: 'person' }))
}

interface ManagedBy {
  by?: 'service' | 'operator'
  /** The program or administrator, which the owner sees in the log. */
  performedBy?: PerformedBy
}

/**
 * Changes attributes that the service manages.
 *
 * @param values  null removes a value; attributes that are left out stay unchanged
 * @returns whether anything was different
 * @throws ValidationError with a message by attribute, for a name that is not of a managed attribute, or an invalid value
 */
export async function setManagedAttributes(
  tx: Tx,
  { attributes: list, now }: Pick<ActionContext, 'attributes' | 'now'>,
  userId: string,
  values: Readonly<Record<string, unknown>>,
  { by = 'service', performedBy }: ManagedBy = {},
): Promise<boolean> {
  const actor = { ...systemActor(userId, now), ...(performedBy && { performedBy }) }
  return saveAttributes(tx, actor, { list, values: validManaged(list, values), by })
}

function validManaged(
  list: AttributeList,
  values: Readonly<Record<string, unknown>>,
): AttributeValues {
  const valid: AttributeValues = {}
  const errors: ValidationError['fields'] = {}
  for (const [name, value] of Object.entries(values)) {
    const attribute = list.find((each) => each.name === name && each.visibility === 'managed')
    const parsed = attribute && valueSchema(attribute).safeParse(value)
    if (parsed?.success) valid[name] = parsed.data
    else if (!parsed) errors[name] = msg('The service manages no attribute of this name.')
    else errors[name] = firstProblem(parsed.error.issues)
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  return valid
}

/** Stores what differs, and records it as one event. @returns whether anything was different */
export async function saveAttributes(tx: Tx, actor: Actor, change: Change): Promise<boolean> {
  if (!(await lockAccountRow(tx, actor.userId))) throw new NotSignedIn()
  const stored = await storedValues(tx, actor.userId)
  const changed = Object.entries(change.values).filter(
    ([name, value]) => (stored.get(name) ?? null) !== value,
  )
  if (changed.length === 0) return false
  rejectTooMuch(stored, changed, change.fieldPrefix)
  await store(tx, actor, changed)
  await recordEvent(tx, actor, 'attributes.changed', eventData(stored, changed, change))
  return true
}

type Entries = [name: string, value: AttributeValue | null][]

function rejectTooMuch(
  stored: ReadonlyMap<string, AttributeValue>,
  changed: Entries,
  prefix = '',
): void {
  const after = [...new Map<string, AttributeValue | null>([...stored, ...changed])].filter(
    ([, value]) => value !== null,
  )
  const size = byteLength(after)
  if (size <= maxTotalBytes || size <= byteLength([...stored])) return
  const message = msg('Together, these texts are too long. Shorten one.')
  throw new ValidationError(Object.fromEntries(changed.map(([name]) => [prefix + name, message])))
}

const byteLength = (values: Entries) => Buffer.byteLength(JSON.stringify(values))

async function store(tx: Tx, { userId, now }: Actor, changed: Entries): Promise<void> {
  const removed = changed.flatMap(([name, value]) => (value === null ? name : []))
  if (removed.length > 0) {
    await tx
      .deleteFrom('user_attributes')
      .where('user_id', '=', userId)
      .where('name', 'in', removed)
      .execute()
  }
  const rows = changed.flatMap(([name, value]) =>
    value === null
      ? []
      : {
          user_id: userId,
          name,
          value: JSON.stringify(value),
          value_key: valueKey(value),
          changed_at: now,
        },
  )
  if (rows.length === 0) return
  await tx
    .insertInto('user_attributes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'name']).doUpdateSet(({ ref }) => ({
        value: ref('excluded.value'),
        value_key: ref('excluded.value_key'),
        changed_at: ref('excluded.changed_at'),
      })),
    )
    .execute()
}

/** The owner reads the log, so of attributes that the owner does not see it has the number only. */
function eventData(
  stored: ReadonlyMap<string, AttributeValue>,
  changed: Entries,
  { list, by, restoredTo }: Change,
): AccountEvents['attributes.changed'] {
  const visible = changed.filter(([name]) =>
    list.some((attribute) => attribute.name === name && isShown(attribute)),
  )
  return {
    by,
    before: Object.fromEntries(visible.map(([name]) => [name, stored.get(name) ?? null])),
    after: Object.fromEntries(visible),
    hidden: changed.length - visible.length,
    ...(restoredTo !== undefined && { event: restoredTo }),
  }
}

function firstProblem(issues: readonly { message: string; code?: string }[]) {
  const [issue] = issues
  const { message } = Object(Object(issue).params)
  return message ?? issue?.message ?? msg('Check this field.')
}
