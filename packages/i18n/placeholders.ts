/** Numbers are formatted for the language; pass a string for what is not a quantity, such as a year. */
export type Value = string | number

export type Values = Readonly<Record<string, Value>>

/** The placeholder names in a message: `'Hello {name}'` has `'name'`. */
export type PlaceholderNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderNames<Rest>
  : never

/** The values argument of a message: required if it has placeholders, optional if it has none or is not a literal. */
export type ValuesOf<S extends string, Given extends string = never> = string extends S
  ? [values?: Values]
  : [Exclude<PlaceholderNames<S>, Given>] extends [never]
    ? [values?: Values]
    : [values: Readonly<Record<Exclude<PlaceholderNames<S>, Given>, Value>>]

/** Fills in placeholders. One without a value stays visible, which exposes the mistake. */
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
