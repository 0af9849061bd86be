import { z } from 'zod'

/** A JSON Schema as Zod writes it, with its references resolved. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  description?: string
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $defs, ...root } = Object(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return resolve(root, Object($defs))
}

function resolve(node: object, definitions: Record<string, object>): JsonSchema {
  const { $ref, ...rest } = Object(node)
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined
  const { anyOf, items, properties, ...schema } = Object({ ...target, ...rest })
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map((each: object) => resolve(each, definitions)) }),
    ...(items && { items: resolve(items, definitions) }),
    ...(properties && {
      properties: mapValues(Object(properties), (each) => resolve(Object(each), definitions)),
    }),
  }
}

/** Describes a schema in one line, such as `string, date-time | null`. */
export function describeType({ type, format, anyOf, items, enum: values }: JsonSchema): string {
  if (anyOf) return anyOf.map(describeType).join(' | ')
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (items)
    return `${items.anyOf || items.enum ? `(${describeType(items)})` : describeType(items)}[]`
  const types = [type ?? 'any'].flat().join(' | ')
  return [types, format].filter(Boolean).join(', ')
}

/** The schema of an object inside: in a list, or in a value that may be null. */
export function innerObject({ anyOf, items, ...schema }: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  if (items) return innerObject(items)
  return anyOf?.map(innerObject).find((each) => each !== undefined)
}

/** A value that fits the schema, of its examples where it has some. */
export function exampleOf(schema: JsonSchema): unknown {
  const { type, examples, default: byDefault, enum: values, anyOf, items, properties } = schema
  if (examples) return examples[0]
  if (values) return values[0]
  if (anyOf) return anyOf[0] && exampleOf(anyOf[0])
  if (items) return [exampleOf(items)]
  if (properties) return mapValues(properties, exampleOf)
  if (byDefault !== undefined) return byDefault
  const [firstType = 'object'] = [type ?? []].flat()
  return exampleByType[firstType] ?? {}
}

const exampleByType: Readonly<Record<string, unknown>> = { integer: 1, boolean: true, string: '1' }

function mapValues<Value, Mapped>(
  record: Record<string, Value>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
