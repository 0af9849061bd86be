/** The parts of a route needed to link to it by name. */
export interface NamedRoute {
  readonly method: string
  /** Parameters are `{name}`, optional ones `{name?}`. */
  readonly path: string
  /** Pattern by parameter name; the whole value must match. */
  readonly where?: Readonly<Record<string, string>>
}

export type RouteMap = Readonly<Record<string, NamedRoute>>

/** A route table in the format of ziggy-js, plus a version. Empty members of a route are omitted. */
export interface Table {
  /** Changes with the content of the table: 12 hexadecimal digits. */
  readonly version: string
  /** Origin and base path of the application, without a trailing slash. */
  readonly url: string
  readonly port: number | null
  /** Values for omitted parameters. */
  readonly defaults: Readonly<Record<string, string | number>>
  readonly routes: Readonly<Record<string, TableRoute>>
}

export interface TableRoute {
  /** Path without its leading slash; the root is `/`. */
  readonly uri: string
  readonly methods: readonly string[]
  readonly wheres?: Readonly<Record<string, string>>
  readonly parameters?: readonly string[]
}
