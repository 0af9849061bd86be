import { hash } from 'node:crypto'

import type { Translator } from '@foyer/i18n'

import type { AccountState } from '#app/account-events.ts'
import type { Attribute, AttributeValue } from '#app/attributes.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'

import { type AttributeValues, valueSchema } from './attribute-schemas.ts'
import { maxFound } from './limits.ts'
import type { AttributeField, AttributeInfo } from './pages.ts'
import { type AttributeList, shown } from './validate-attribute-list.ts'

/** All values of an account, also of attributes that are no longer declared. */
export function storedValues(
  db: Db,
  userId: string,
): MaybePromise<ReadonlyMap<string, AttributeValue>> {
  return whenReady(
    storedRows(db, { userId }),
    (rows) => new Map(rows.map(({ name, value }) => [name, JSON.parse(value)])),
  )
}

const storedRows = preparedQuery((db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('user_attributes')
    .select(['name', 'value'])
    .where('user_id', '=', userId)
    .orderBy('name'),
)

/** The declared attributes with their values, without a query when none is declared. */
export function declaredAttributes(
  db: Db,
  list: AttributeList,
  userId: string,
): MaybePromise<AttributeValues> {
  if (list.length === 0) return {}
  return whenReady(storedValues(db, userId), (stored) =>
    pickValues(list, (name) => stored.get(name)),
  )
}

/** The values that the person may see. */
export function shownAttributes(
  db: Db,
  list: AttributeList,
  userId: string,
): MaybePromise<AttributeValues> {
  return declaredAttributes(db, shown(list), userId)
}

/** The values of accounts that other people may see, by account. Without a query when no public attribute is declared. */
export async function publicAttributes(
  db: Db,
  list: AttributeList,
  userIds: readonly string[],
): Promise<Record<string, AttributeValues>> {
  const declared = publicOf(list)
  if (declared.length === 0 || userIds.length === 0) return {}
  const rows = await db
    .selectFrom('user_attributes')
    .select(['user_id', 'name', 'value'])
    .where('user_id', 'in', userIds)
    .where(
      'name',
      'in',
      declared.map(({ name }) => name),
    )
    .execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return Object.fromEntries(
    [...byUser].map(([userId, stored]) => {
      const values = new Map(stored.map(({ name, value }) => [name, JSON.parse(value)]))
      return [userId, pickValues(declared, (name) => values.get(name))]
    }),
  )
}

/** The values that the person may see, from an earlier state. */
export function attributesAt(
  list: AttributeList,
  { attributes }: Pick<AccountState, 'attributes'>,
): AttributeValues {
  return pickValues(shown(list), (name) =>
    Object.hasOwn(attributes, name) ? attributes[name]?.value : undefined,
  )
}

/** A value from before the attribute got its current type becomes null. */
function pickValues(
  list: AttributeList,
  valueOf: (name: string) => AttributeValue | undefined,
): AttributeValues {
  return Object.fromEntries(
    list.map(({ name, type }) => {
      const value = valueOf(name)
      return [name, typeof value === jsonTypes[type] ? (value ?? null) : null]
    }),
  )
}

const jsonTypes: Readonly<Record<Attribute['type'], string>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  choice: 'string',
  date: 'string',
  url: 'string',
}

/** The section of the profile; empty when the person sees none. */
export function attributeFields(
  db: Db,
  t: Translator,
  list: AttributeList,
  userId: string,
): MaybePromise<AttributeField[]> {
  return whenReady(shownAttributes(db, list, userId), (values) =>
    attributeInfos(t, list).map((info) => ({ ...info, value: values[info.name] ?? null })),
  )
}

/** The attributes that the person may see, in the person's language. */
export function attributeInfos(t: Translator, list: AttributeList): AttributeInfo[] {
  return infos(t, shown(list))
}

/** The attributes that other people may see. */
export function publicAttributeInfos(t: Translator, list: AttributeList): AttributeInfo[] {
  return infos(t, publicOf(list))
}

const publicOf = (list: AttributeList) => list.filter(({ visibility }) => visibility === 'public')

function infos(t: Translator, list: AttributeList): AttributeInfo[] {
  return list.map((attribute) => ({
    name: attribute.name,
    label: t(attribute.label),
    hint: attribute.hint === undefined ? null : t(attribute.hint),
    visibility: attribute.visibility,
    input: inputOf(t, attribute),
  }))
}

function inputOf(t: Translator, attribute: Attribute): AttributeInfo['input'] {
  switch (attribute.type) {
    case 'text': {
      const { type, maxLength, autoComplete = 'off' } = attribute
      return { type, maxLength, autoComplete }
    }
    case 'number': {
      const { type, min = null, max = null, isInteger = false } = attribute
      return { type, min, max, isInteger }
    }
    case 'date': {
      const { type, min = null, max = null } = attribute
      return { type, min, max }
    }
    case 'choice': {
      const options = attribute.options.map(({ value, label }) => ({ value, label: t(label) }))
      return { type: 'choice', options }
    }
    case 'boolean':
    case 'url':
      return { type: attribute.type }
  }
}

/**
 * The accounts with this value, of any declared attribute, by one search of an index.
 *
 * @returns their ids, oldest account first, at most 100; empty for an attribute that is not declared
 */
export async function findByAttribute(
  db: Db,
  list: AttributeList,
  { name, value }: { name: string; value: unknown },
): Promise<string[]> {
  const attribute = list.find((each) => each.name === name)
  const parsed = attribute && valueSchema(attribute).safeParse(value)
  if (!parsed?.success || parsed.data === null) return []
  const rows = await db
    .selectFrom('user_attributes')
    .select('user_id')
    .where('name', '=', name)
    .where('value_key', '=', valueKey(parsed.data))
    .orderBy('user_id')
    .limit(maxFound)
    .execute()
  return rows.map((row) => row.user_id)
}

/** A hash of fixed length, since PostgreSQL cannot index long values. */
export function valueKey(value: AttributeValue): string {
  return hash('sha256', JSON.stringify(value), 'hex')
}
