/**
 * The application registers its types here:
 * `declare module '@foyer/inertia' { interface Register { pages: Pages; shared: SharedProps; flash: Flash } }`.
 */
export interface Register {}

type Registered<Key extends string, Otherwise> =
  Register extends Record<Key, infer Value> ? Value : Otherwise

export type Pages = Registered<'pages', Record<string, Record<string, unknown>>>
export type PageName = keyof Pages & string
export type SharedProps = Registered<'shared', Record<string, unknown>>
export type Flash = Registered<'flash', Record<string, unknown>>

/** The argument of closures: the request. */
export type Context = Registered<'context', unknown>
