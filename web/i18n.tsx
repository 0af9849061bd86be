import { createTranslator, type PlaceholderNames, type Translator, type Values } from '@foyer/i18n'
import { createContext, createElement, Fragment, use, type ReactNode } from 'react'

const TranslatorContext = createContext<Translator>(createTranslator(null, 'en'))

export const TranslatorProvider = TranslatorContext.Provider

/** `const t = useTranslation()`, then `t('Sign in')`, `t('Hello {name}', { name })`, `t.n(count, 'One', '{count}')`. */
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

/** A message with elements in it: `<Trans text="Read the <a>terms</a>" a={(it) => <Link href="…">{it}</Link>} />`. */
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
