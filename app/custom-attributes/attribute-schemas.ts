import { msg, type Message } from '@foyer/i18n'
import { z } from 'zod'

import type { Attribute, AttributeValue } from '#app/attributes.ts'
import { hasForbiddenCharacters } from '#app/platform/validation/name-rules.ts'

import { maxUrlLength } from './limits.ts'
import { type AttributeList, editable, shown } from './validate-attribute-list.ts'

export type AttributeValues = Record<string, AttributeValue | null>

type ValueSchema = z.ZodType<AttributeValue | null>
type TypeOf<Type extends Attribute['type']> = Extract<Attribute, { type: Type }>

/** The form of the page: omitted attributes stay unchanged, and an empty field removes the value. */
export function attributesForm(list: AttributeList) {
  const fields = editable(list).map((attribute) => [attribute.name, fieldSchema(attribute)])
  return z.object(Object.fromEntries(fields)).transform(withoutMissing)
}

/** Rejects names that are not declared, or not for the person to change. */
export function attributesPatch(list: AttributeList) {
  const fields = editable(list).map((attribute) => [
    attribute.name,
    describe(attribute, valueSchema(attribute)).optional(),
  ])
  const message = 'Use only names of attributes that you can change.'
  return z
    .strictObject(Object.fromEntries(fields), message)
    .transform(withoutMissing)
    .optional()
    .describe('Attributes that you leave out stay unchanged; null removes one.')
}

/** The attributes as the API returns them. */
export function attributesOutput(list: AttributeList) {
  const fields = shown(list).map((attribute): [string, ValueSchema] => [
    attribute.name,
    describe(attribute, outputSchemas[attribute.type].nullable()),
  ])
  return z
    .object(Object.fromEntries(fields))
    .optional()
    .describe('Other details of the account; null while not set.')
}

const outputSchemas = {
  text: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  choice: z.string(),
  date: z.iso.date(),
  url: z.url(),
} satisfies Record<Attribute['type'], z.ZodType<AttributeValue>>

function describe<Schema extends z.ZodType>({ label, hint }: Attribute, schema: Schema): Schema {
  return schema.describe(hint ?? label)
}

function withoutMissing(values: Record<string, unknown>): AttributeValues {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as AttributeValues
}

/** A field of a form, which contains text. */
function fieldSchema(attribute: Attribute): z.ZodType<AttributeValue | null | undefined> {
  const schema = valueSchema(attribute)
  return attribute.type in textParsers
    ? z.preprocess((input) => valueFromText(attribute, input), schema).optional()
    : schema.optional()
}

/** The number or the truth value that a text means; other input unchanged. */
export function valueFromText({ type }: Attribute, input: unknown): unknown {
  const parse = textParsers[type]
  return parse && typeof input === 'string' ? parse(input) : input
}

const numberPattern = /^-?\d{1,15}(?:\.\d{1,15})?$/

const textParsers: Partial<Record<Attribute['type'], (text: string) => unknown>> = {
  number(input) {
    const text = input.slice(0, 100).trim()
    if (text === '') return null
    return numberPattern.test(text) ? Number(text) : input
  },
  boolean: (text) => (text === '' ? null : text === 'true' || (text === 'false' ? false : text)),
}

/** A value as JSON. Empty text is null, which removes the value. */
export function valueSchema(attribute: Attribute): ValueSchema {
  switch (attribute.type) {
    case 'text':
      return textSchema((input) => readText(attribute, input))
    case 'choice':
      return textSchema((input) => readChoice(attribute, input), {
        enum: attribute.options.map(({ value }) => value),
      })
    case 'date':
      return textSchema((input) => readDate(attribute, input), { format: 'date' })
    case 'url':
      return textSchema(readUrl, { format: 'uri' })
    case 'boolean':
      return z.boolean('Choose an option.').nullable()
    case 'number':
      return numberSchema(attribute)
  }
}

/** The value, or why the input is rejected. */
type Read = { value: string } | { problem: Message }

function textSchema(read: (input: string) => Read, meta: Record<string, unknown> = {}) {
  return z
    .string('Enter text.')
    .meta(meta)
    .nullable()
    .transform((input, context) => {
      if (input === null || input.trim() === '') return null
      const result = read(input)
      if ('value' in result) return result.value
      reject(context, result.problem)
      return z.NEVER
    })
}

function reject<Input>(context: z.RefinementCtx<Input>, message: Message): void {
  context.addIssue({ code: 'custom', message: 'attribute', params: { message } })
}

function readText({ maxLength, format }: TypeOf<'text'>, input: string): Read {
  const tooLong = { problem: msg('Use at most {max} characters.', { max: maxLength }) }
  // NFC composes at most four units into one, and takes quadratic time.
  if (input.length > 4 * maxLength) return tooLong
  const value = input.trim().replace(/ {2,}/g, ' ').normalize('NFC')
  if ([...value].length > maxLength) return tooLong
  if (hasForbiddenCharacters(value))
    return { problem: msg('Use text without line breaks or invisible characters.') }
  if (format && !new RegExp(format.pattern, format.pattern.flags.replace(/[gy]/g, '')).test(value))
    return { problem: format.message }
  return { value }
}

function readChoice({ options }: TypeOf<'choice'>, input: string): Read {
  return options.some(({ value }) => value === input)
    ? { value: input }
    : { problem: msg('Choose an option.') }
}

function readDate({ min, max }: TypeOf<'date'>, input: string): Read {
  const value = input.slice(0, 40).trim()
  if (!z.iso.date().safeParse(value).success)
    return { problem: msg('Enter a date such as 2026-05-03.') }
  if (min !== undefined && value < min)
    return { problem: msg('Use {date} or later.', { date: min }) }
  if (max !== undefined && value > max)
    return { problem: msg('Use {date} or earlier.', { date: max }) }
  return { value }
}

function readUrl(input: string): Read {
  const text = input.length <= maxUrlLength ? input.trim() : ''
  const url = hasForbiddenCharacters(text) ? null : URL.parse(text)
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isOfWeb && url.username + url.password === '' && url.href.length <= maxUrlLength
    ? { value: url.href }
    : { problem: msg('Enter a web address that starts with https://.') }
}

function numberSchema({ min, max, isInteger }: TypeOf<'number'>): ValueSchema {
  return z
    .number('Enter a number.')
    .meta({ minimum: min, maximum: max })
    .nullable()
    .superRefine((value, context) => {
      if (value === null) return
      if (isInteger && !Number.isSafeInteger(value))
        return reject(context, msg('Enter a whole number.'))
      if (min !== undefined && value < min)
        return reject(context, msg('Use {min} or more.', { min }))
      if (max !== undefined && value > max)
        return reject(context, msg('Use {max} or less.', { max }))
    })
}
