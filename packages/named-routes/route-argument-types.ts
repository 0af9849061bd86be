import type { Query, Scalar } from './query-string.ts'

/** The arguments a path requires, from its literal type: `/email/verify/{id}/{hash}` needs `id` and `hash`. */
export type RouteArguments<Path extends string> = string extends Path
  ? [parameters?: Query | Scalar | null, absolute?: boolean]
  : [RequiredParameters<Path>] extends [never]
    ? [parameters?: PathParameters<Path> | null, absolute?: boolean]
    : [parameters: PathParameters<Path> | SingleParameter<Path>, absolute?: boolean]

type PathParameters<Path extends string> = Readonly<Record<RequiredParameters<Path>, Scalar>> &
  Readonly<Partial<Record<OptionalParameters<Path>, Scalar | null>>> & {
    readonly _query?: Query
  } & Query

/** A path with one parameter also accepts the bare value. */
type SingleParameter<Path extends string> =
  IsUnion<ParameterNames<Path>> extends true ? never : Scalar

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer After}`
  ? Name | ParameterNames<After>
  : never

type RequiredParameters<Path extends string> = Exclude<ParameterNames<Path>, `${string}?`>

type OptionalParameters<Path extends string> =
  ParameterNames<Path> extends infer Name ? (Name extends `${infer Bare}?` ? Bare : never) : never

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never
