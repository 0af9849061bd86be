import type { Query, Scalar } from './query.ts'

/** What a path asks of its caller, read from the literal: `/email/verify/{id}/{hash}` needs `id` and `hash`. */
export type Arguments<Path extends string> = string extends Path
  ? [parameters?: Query | Scalar | null, absolute?: boolean]
  : [RequiredIn<Path>] extends [never]
    ? [parameters?: ParametersOf<Path> | null, absolute?: boolean]
    : [parameters: ParametersOf<Path> | OnlyOne<Path>, absolute?: boolean]

type ParametersOf<Path extends string> = Readonly<Record<RequiredIn<Path>, Scalar>> &
  Readonly<Partial<Record<OptionalIn<Path>, Scalar | null>>> & { readonly _query?: Query } & Query

/** A path with a single parameter also takes the bare value. */
type OnlyOne<Path extends string> = IsUnion<NamesIn<Path>> extends true ? never : Scalar

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer After}`
  ? Name | NamesIn<After>
  : never

type RequiredIn<Path extends string> = Exclude<NamesIn<Path>, `${string}?`>

type OptionalIn<Path extends string> =
  NamesIn<Path> extends infer Name ? (Name extends `${infer Bare}?` ? Bare : never) : never

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never
