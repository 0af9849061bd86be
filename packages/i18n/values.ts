/** Numbers are written the way the language writes them; pass a string for what is not a quantity, such as a year. */
export type Value = string | number

export type Values = Readonly<Record<string, Value>>

/** The placeholders of a sentence: `'Hello {name}'` has `'name'`. */
export type PlaceholderNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderNames<Rest>
  : never

/** The arguments a sentence asks for: none without placeholders, all of them with, any when it is not a literal. */
export type ValuesOf<S extends string, Given extends string = never> = string extends S
  ? [values?: Values]
  : [Exclude<PlaceholderNames<S>, Given>] extends [never]
    ? [values?: Values]
    : [values: Readonly<Record<Exclude<PlaceholderNames<S>, Given>, Value>>]

/** A placeholder without a value stays visible, so that the mistake is seen. */
export function interpolate(
  template: string,
  values: Values,
  number: (value: number) => string,
): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return placeholder
    return typeof value === 'number' ? number(value) : value
  })
}
