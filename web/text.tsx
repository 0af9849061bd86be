import { text as textOf, type Names, type Text, type Values } from '@foyer/sentences'
import { createContext, createElement, Fragment, use, type ReactNode } from 'react'

const Language = createContext<Text>(textOf(null, 'en'))

/** Says the sentences below it in one language. */
export const TextProvider = Language.Provider

/** `const t = useText()`, then `t('Sign in')`, `t('Hello {name}', { name })`, `t.n(count, 'One', '{count}')`. */
export function useText(): Text {
  return use(Language)
}

type TagsOf<S extends string> = S extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | TagsOf<Rest>
  : never

type Wrap = (children: ReactNode) => ReactNode

type Given<S extends string> = [Names<S>] extends [never]
  ? { values?: Values }
  : { values: Readonly<Record<Names<S>, string | number>> }

/** A sentence with elements in it: `<T text="Read the <a>terms</a>" a={(words) => <Link href="…">{words}</Link>} />`. */
export function T<const S extends string>({
  text,
  values,
  ...wraps
}: { text: S } & Given<S> & Readonly<Record<TagsOf<S>, Wrap>>): ReactNode {
  const byTag: Readonly<Record<string, Wrap>> = wraps
  const nodes = useText().rich<ReactNode>({ text, ...(values && { values }) }, (tag, children) => {
    const inside = fragment(children)
    return Object.hasOwn(byTag, tag) ? byTag[tag]?.(inside) : inside
  })
  return fragment(nodes)
}

function fragment(nodes: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes)
}
