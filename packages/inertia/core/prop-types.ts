import type { Prop } from './props.ts'
import type { Context, Pages, SharedProps } from './registered-types.ts'

export type MaybePromise<T> = T | Promise<T>
export type Closure<T> = (context: Context) => MaybePromise<T>

type Scalar = string | number | boolean | null | undefined

type ValueInput<T> = unknown extends T
  ? T
  : T extends Scalar
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Input<Item>[]
      : { [Key in keyof T]: Input<OptionalAware<T, Key>> }

/** An optional key accepts `undefined`, and so the kinds omitted from a first visit. */
type OptionalAware<T, Key extends keyof T> =
  object extends Pick<T, Key> ? T[Key] | undefined : T[Key]

/** A prop of type T as the server may provide it: a value, closure, promise or prop kind, at any depth. */
export type Input<T> =
  | ValueInput<T>
  | Prop<T>
  | Promise<ValueInput<T> | Prop<T>>
  | Closure<ValueInput<T> | Prop<T>>

/** `'auth.user'` sets a value inside a prop, typically a shared one. */
interface DottedKeys {
  [path: `${string}.${string}`]: unknown
}

type PropInputs<T> = { [Key in keyof T]: Input<OptionalAware<T, Key>> }

/** A page's own props, and shared props that it overrides. */
export type PageInput<
  Name extends keyof AllPages,
  AllPages = Pages,
  Shared = SharedProps,
> = PropInputs<AllPages[Name]> &
  Partial<PropInputs<Omit<Shared, keyof AllPages[Name]>>> &
  DottedKeys

export type SharedInput<Shared = SharedProps> = Partial<PropInputs<Shared>> & DottedKeys

export interface PageOptions {
  status?: number
  /** `false` renders this page in the browser only. */
  ssr?: boolean
  encryptHistory?: boolean
}

/** The arguments after a page's name. Props are optional when none is required. */
export type PageArguments<Name extends keyof AllPages, AllPages = Pages, Shared = SharedProps> =
  Record<never, never> extends AllPages[Name]
    ? [props?: PageInput<Name, AllPages, Shared>, options?: PageOptions]
    : [props: PageInput<Name, AllPages, Shared>, options?: PageOptions]
