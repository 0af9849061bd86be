/** What a route must say about itself to be linked to by name. */
export interface NamedRoute {
  readonly method: string
  /** Parameters stand as `{name}`, optional ones as `{name?}`. */
  readonly path: string
  /** Parameter name to the pattern its whole value must match. */
  readonly where?: Readonly<Record<string, string>>
}

export type RouteMap = Readonly<Record<string, NamedRoute>>

/** The shape ziggy-js reads, and a version. Members that would be empty are left out of a route. */
export interface Table {
  /** Changes whenever anything else in the table does: 12 hexadecimal digits. */
  readonly version: string
  /** Origin, and folder if the application lives in one; no slash at the end. */
  readonly url: string
  readonly port: number | null
  /** Values for parameters that are not given. */
  readonly defaults: Readonly<Record<string, string | number>>
  readonly routes: Readonly<Record<string, TableRoute>>
}

export interface TableRoute {
  /** Without the slash in front; the root is `/`. */
  readonly uri: string
  readonly methods: readonly string[]
  readonly wheres?: Readonly<Record<string, string>>
  readonly parameters?: readonly string[]
}
