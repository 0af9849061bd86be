import {
  createTranslator as textOf,
  type PlaceholderNames,
  type Translator,
  type Values,
} from '@foyer/i18n'
import { createContext, createElement, Fragment, use, type ReactNode } from 'react'

const TranslatorContext = createContext<Translator>(textOf(null, 'en'))

/** Says the sentences below it in one language. */
export const TranslatorProvider = TranslatorContext.Provider

/** `const t = useText()`, then `t('Sign in')`, `t('Hello {name}', { name })`, `t.n(count, 'One', '{count}')`. */
export function useTranslation(): Translator {
  return use(TranslatorContext)
}

type TagNames<S extends string> = S extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | TagNames<Rest>
  : never

type RenderTag = (children: ReactNode) => ReactNode

type ValuesProps<S extends string> = [PlaceholderNames<S>] extends [never]
  ? { values?: Values }
  : { values: Readonly<Record<PlaceholderNames<S>, string | number>> }

/** A sentence with elements in it: `<T text="Read the <a>terms</a>" a={(words) => <Link href="…">{words}</Link>} />`. */
export function Trans<const S extends string>({
  text,
  values,
  ...tagProps
}: { text: S } & ValuesProps<S> & Readonly<Record<TagNames<S>, RenderTag>>): ReactNode {
  const renderers: Readonly<Record<string, RenderTag>> = tagProps
  const nodes = useTranslation().rich<ReactNode>(
    { text, ...(values && { values }) },
    (tag, children) => {
      const content = fragment(children)
      return Object.hasOwn(renderers, tag) ? renderers[tag]?.(content) : content
    },
  )
  return fragment(nodes)
}

function fragment(nodes: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes)
}
