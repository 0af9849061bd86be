import type { Prop } from './props.ts'
import type { Context, Pages, SharedProps } from './register.ts'

export type Awaitable<T> = T | Promise<T>
export type Closure<T> = (context: Context) => Awaitable<T>

type Leaf = string | number | boolean | null | undefined

type Value<T> = unknown extends T
  ? T
  : T extends Leaf
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Input<Item>[]
      : { [Key in keyof T]: Input<Always<T, Key>> }

/** A key that may be missing accepts `undefined`, and so the kinds that stay away from a first visit. */
type Always<T, Key extends keyof T> = object extends Pick<T, Key> ? T[Key] | undefined : T[Key]

/** What the server may write where the page receives a T: a value, a closure, a promise or a prop kind, at any depth. */
export type Input<T> =
  | Value<T>
  | Prop<T>
  | Promise<Value<T> | Prop<T>>
  | Closure<Value<T> | Prop<T>>

/** `'auth.user'` reaches into a prop, typically a shared one. */
interface Dotted {
  [path: `${string}.${string}`]: unknown
}

type Inputs<T> = { [Key in keyof T]: Input<Always<T, Key>> }

/** What a page needs, and, where it wants to speak louder, what is shared. */
export type PageInput<Name extends keyof AllPages, AllPages = Pages, Shared = SharedProps> = Inputs<
  AllPages[Name]
> &
  Partial<Inputs<Omit<Shared, keyof AllPages[Name]>>> &
  Dotted

export type SharedInput<Shared = SharedProps> = Partial<Inputs<Shared>> & Dotted

export interface PageOptions {
  status?: number
  /** `false` leaves this page to the browser even where a renderer is configured. */
  ssr?: boolean
  encryptHistory?: boolean
}

/** The arguments after a page's name. Props may be left out where none is needed. */
export type PageArguments<Name extends keyof AllPages, AllPages = Pages, Shared = SharedProps> =
  Record<never, never> extends AllPages[Name]
    ? [props?: PageInput<Name, AllPages, Shared>, options?: PageOptions]
    : [props: PageInput<Name, AllPages, Shared>, options?: PageOptions]
